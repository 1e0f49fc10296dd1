import { describe, expect, test } from '@jest/globals';
import { HpackDecoder } from '../src/wire/hpack-decoder.js';

const decodeAll = (blocks: readonly string[]) => {
  const decoder = new HpackDecoder();
  return blocks.map((block) => Object.entries(decoder.decode(hex(block))));
};
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

const REQUESTS = [
  [
    [':method', 'GET'],
    [':scheme', 'http'],
    [':path', '/'],
    [':authority', 'www.example.com'],
  ],
  [
    [':method', 'GET'],
    [':scheme', 'http'],
    [':path', '/'],
    [':authority', 'www.example.com'],
    ['cache-control', 'no-cache'],
  ],
  [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/index.html'],
    [':authority', 'www.example.com'],
    ['custom-key', 'custom-value'],
  ],
];
const ANSWERS = [
  [
    [':status', '302'],
    ['cache-control', 'private'],
    ['date', 'Mon, 21 Oct 2013 20:13:21 GMT'],
    ['location', 'https://www.example.com'],
  ],
  [
    [':status', '307'],
    ['cache-control', 'private'],
    ['date', 'Mon, 21 Oct 2013 20:13:21 GMT'],
    ['location', 'https://www.example.com'],
  ],
  [
    [':status', '200'],
    ['cache-control', 'private'],
    ['date', 'Mon, 21 Oct 2013 20:13:22 GMT'],
    ['location', 'https://www.example.com'],
    ['content-encoding', 'gzip'],
    ['set-cookie', 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'],
  ],
];
/** The examples of answers have a table of 256 bytes, so that fields are evicted. The first block states this size. */
const TABLE_OF_256 = '3fe101';

describe('HPACK of a peer', () => {
  test.each([
    ['C.2.1, with indexing', '400a637573746f6d2d6b65790d637573746f6d2d686561646572', ['custom-key', 'custom-header']],
    ['C.2.2, without indexing', '040c2f73616d706c652f70617468', [':path', '/sample/path']],
    ['C.2.3, never indexed', '100870617373776f726406736563726574', ['password', 'secret']],
    ['C.2.4, indexed', '82', [':method', 'GET']],
  ])('RFC 7541, %s', (_name, block, field) => {
    expect(decodeAll([block])).toEqual([[field]]);
  });

  test('RFC 7541, C.3: requests without Huffman', () => {
    const blocks = [
      '828684410f7777772e6578616d706c652e636f6d',
      '828684be58086e6f2d6361636865',
      '828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565',
    ];
    expect(decodeAll(blocks)).toEqual(REQUESTS);
  });

  test('RFC 7541, C.4: requests with Huffman', () => {
    const blocks = [
      '828684418cf1e3c2e5f23a6ba0ab90f4ff',
      '828684be5886a8eb10649cbf',
      '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf',
    ];
    expect(decodeAll(blocks)).toEqual(REQUESTS);
  });

  test('RFC 7541, C.5: answers without Huffman, with evicted fields', () => {
    const blocks = [
      `${TABLE_OF_256}4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d54
       6e1768747470733a2f2f7777772e6578616d706c652e636f6d`,
      '4803333037c1c0bf',
      `88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a4b48514b
       425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31`,
    ];
    expect(decodeAll(blocks)).toEqual(ANSWERS);
  });

  test('RFC 7541, C.6: answers with Huffman, with evicted fields', () => {
    const blocks = [
      `${TABLE_OF_256}488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae
       82ae43d3`,
      '4883640effc1c0bf',
      `88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f
       3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007`,
    ];
    expect(decodeAll(blocks)).toEqual(ANSWERS);
  });

  test('evicted fields cannot be referenced, however many have come since', () => {
    const decoder = new HpackDecoder();
    const insert = (text: string) => decoder.decode(hex(`4001610a${Buffer.from(text.padEnd(10)).toString('hex')}`));
    for (let at = 0; at < 1000; at += 1) insert(String(at));
    // Each field takes 43 of 4,096 bytes, so the table holds the last 95.
    expect(decoder.decode(hex('be'))).toEqual({ a: '999'.padEnd(10) });
    expect(decoder.decode(hex(`ff${(62 + 94 - 127).toString(16).padStart(2, '0')}`))).toEqual({ a: '905'.padEnd(10) });
    expect(() => decoder.decode(hex(`ff${(62 + 95 - 127).toString(16).padStart(2, '0')}`))).toThrow('No such header');
  });

  test('a repeated header keeps its first value', () => {
    expect(decodeAll(['0001610131' + '0001610132'])).toEqual([[['a', '1']]]);
  });

  test('names from the prototype are not own headers', () => {
    const [name, value] = ['__proto__', 'x'].map((text) => Buffer.from(text).toString('hex'));
    const headers = new HpackDecoder().decode(hex(`0009${name}01${value}`));
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
  });

  test.each([
    ['index 0', '80'],
    ['an index beyond the table', 'be'],
    ['a name beyond the table', '7f0000'],
    ['a table larger than allowed', '3fe21f'],
    ['a number without its end', 'ff'],
    ['a number that never ends', 'ffffffffffffffffffff7f'],
    ['a name without its text', '40'],
    ['a name that is cut', '400a6162'],
    ['a value that is cut', '400161056162'],
    ['a Huffman code that is cut', '00016181fe'],
    ['padding of zeros', '0001618118'],
    ['padding of a whole byte', '000161821fff'],
    ['the end of string', '00016184ffffffff'],
  ])('%s is refused', (_name, block) => {
    expect(() => new HpackDecoder().decode(hex(block))).toThrow(expect.objectContaining({ code: 9 }));
  });

  test('more than 16 KB of headers are refused, however small they are on the wire', () => {
    const bomb = `4001617fa11e${'61'.repeat(4000)}${'be'.repeat(5)}`;
    expect(() => new HpackDecoder().decode(hex(bomb))).toThrow(expect.objectContaining({ code: 11 }));
  });
});
