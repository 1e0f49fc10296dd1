import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually } from './support/eventually.js';
import { closeRaw, endAfter, openRaw, openThen } from './support/open-raw.js';
import { answer, begun, data, frame, numbers, SETTINGS, setting } from './support/raw-server.js';

const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS_FRAME = 4;
const PING = 6;
const GOAWAY = 7;
const WINDOW_UPDATE = 8;
const CONTINUATION = 9;
const ACK = 1;
const END_HEADERS = 4;
const CANCEL = 8;
const LARGEST_WINDOW = 2 ** 31 - 1;

afterEach(closeRaw);

describe('a flood ends the connection', () => {
  const many = (bytes: Buffer): Buffer[] => Array(100_001).fill(bytes);

  test.each<[string, (streamId: number) => readonly Buffer[]]>([
    ['SETTINGS that change the window', () => many(frame(SETTINGS_FRAME, 0, 0, setting(4, 1_000)))],
    ['SETTINGS acknowledgements', () => many(frame(SETTINGS_FRAME, ACK, 0))],
    ['PING', () => many(frame(PING, 0, 0, Buffer.alloc(8)))],
    ['PING acknowledgements that nobody asked for', () => many(frame(PING, ACK, 0, Buffer.alloc(8)))],
    ['RST_STREAM of a closed stream', () => many(frame(RST_STREAM, 0, 1, numbers(CANCEL)))],
    ['WINDOW_UPDATE of a closed stream', () => many(frame(WINDOW_UPDATE, 0, 1, numbers(1)))],
    ['HEADERS of a closed stream', () => many(begun(1))],
    ['empty DATA of a closed stream', () => many(data(1, 0))],
    ['interim answers', (id) => many(frame(HEADERS, END_HEADERS, id, Buffer.from([0x08, 3, 0x31, 0x30, 0x33])))],
    ['trailers that do not end the stream', (id) => [begun(id), ...many(begun(id))]],
    ['GOAWAY', () => many(frame(GOAWAY, 0, 0, numbers(LARGEST_WINDOW, 0)))],
    ['unknown frames', () => many(frame(200, 0, 0))],
    ['CONTINUATION', (id) => [frame(HEADERS, 0, id), ...many(frame(CONTINUATION, 0, id))]],
  ])('%s', async (_name, bytes) => {
    expect(await endAfter(bytes)).toBe('ENHANCE_YOUR_CALM');
  });

  test('a server that sends PING and never reads', async () => {
    const { server, post, closedWith } = await openThen(() => []);
    server.socket?.pause();
    const pings = Buffer.concat(Array(1_000).fill(frame(PING, 0, 0, Buffer.alloc(8))));
    const flood = setInterval(() => server.socket?.write(pings), 1);

    expect(await post()).toMatchObject({ end: { kind: 'lost' } });
    await eventually('the end of the connection', () => closedWith.length === 1);
    clearInterval(flood);
    expect(closedWith).toEqual([expect.objectContaining({ code: 11 })]);
  });
});

describe('windows', () => {
  test.each<[string, string, (streamId: number) => readonly Buffer[]]>([
    ['an increment of 0', 'PROTOCOL_ERROR', () => [frame(WINDOW_UPDATE, 0, 0, numbers(0))]],
    [
      'an increment beyond the maximum',
      'FLOW_CONTROL_ERROR',
      () => [frame(WINDOW_UPDATE, 0, 0, numbers(LARGEST_WINDOW))],
    ],
    [
      'an initial window that overflows an open stream',
      'FLOW_CONTROL_ERROR',
      (id) => [
        frame(WINDOW_UPDATE, 0, id, numbers(1_000_000)),
        frame(SETTINGS_FRAME, 0, 0, setting(4, LARGEST_WINDOW)),
      ],
    ],
  ])('%s ends the connection', async (_name, code, bytes) => {
    expect(await endAfter(bytes)).toBe(code);
  });

  test('a window of 0 holds a body back until it grows, even byte by byte', async () => {
    let received = 0;
    const { post } = await openRaw(({ type, streamId, payload }, send) => {
      if (type === HEADERS && streamId === 1)
        send(Buffer.concat([SETTINGS, frame(SETTINGS_FRAME, 0, 0, setting(4, 0)), answer(1)]));
      else if (type === HEADERS) send(frame(WINDOW_UPDATE, 0, streamId, numbers(1)));
      if (type !== 0 || streamId === 1) return;
      received += payload.length;
      send(received < 5 ? frame(WINDOW_UPDATE, 0, streamId, numbers(1)) : answer(streamId));
    });
    await post();

    expect(await post(Buffer.from('12345'))).toMatchObject({ status: 200, end: { kind: 'ended' } });
    expect(received).toBe(5);
  });

  test('a negative window holds a body back until it is positive again', async () => {
    const sizes: number[] = [];
    const { post } = await openRaw(({ type, streamId, payload }, send) => {
      if (type === HEADERS && streamId === 1)
        send(Buffer.concat([SETTINGS, frame(SETTINGS_FRAME, 0, 0, setting(4, 100)), answer(1)]));
      if (type !== 0 || streamId === 1) return;
      sizes.push(payload.length);
      // 100 of 150 bytes are sent, so an initial window of 40 leaves the stream at -60.
      const games = [setting(4, 40)].map((payload) => frame(SETTINGS_FRAME, 0, 0, payload));
      if (sizes.length === 1)
        send(
          Buffer.concat([
            ...games,
            frame(WINDOW_UPDATE, 0, streamId, numbers(60)),
            frame(WINDOW_UPDATE, 0, streamId, numbers(50)),
          ]),
        );
      else send(answer(streamId));
    });
    await post();

    expect(await post(Buffer.alloc(150))).toMatchObject({ status: 200 });
    expect(sizes).toEqual([100, 50]);
  });
});

describe('HPACK', () => {
  const block = (bytes: readonly number[]) => (id: number) => [
    frame(HEADERS, END_HEADERS, id, Buffer.from([...bytes])),
  ];
  const long = Buffer.alloc(4_000, 'a');
  /** A literal with a name of one byte and a value of 4,000, added to the table. */
  const literal = [0x40, 1, 0x61, 0x7f, 0xa1, 0x1e, ...long];

  test.each<[string, string, (id: number) => readonly Buffer[]]>([
    ['a field that is repeated from the table', 'ENHANCE_YOUR_CALM', block([...literal, ...Array(5).fill(0xbe)])],
    ['a table larger than allowed', 'COMPRESSION_ERROR', block([0x3f, 0xe2, 0x1f, 0x88])],
    ['a table size update after a field', 'COMPRESSION_ERROR', block([0x88, 0x20])],
    [
      'a field that a table of size 0 cannot hold',
      'COMPRESSION_ERROR',
      block([0x20, 0x88, 0x40, 1, 0x61, 1, 0x62, 0xbe]),
    ],
    ['a number without an end', 'COMPRESSION_ERROR', block(Array(64).fill(0xff))],
    [
      'a block that many frames spread',
      'ENHANCE_YOUR_CALM',
      (id) => [frame(HEADERS, 0, id), ...Array(17).fill(frame(CONTINUATION, 0, id, Buffer.alloc(1_000, 0x88)))],
    ],
  ])('%s ends the connection', async (_name, code, bytes) => {
    expect(await endAfter(bytes)).toBe(code);
  });

  test('a block of table size updates alone is decoded', async () => {
    const updates = Buffer.from([...Array(8_000).fill(0x20), 0x88]);
    const { post } = await openThen((id) => [frame(HEADERS, END_HEADERS, id, updates)]);
    expect(await post()).toMatchObject({ status: 200 });
  });

  test('the client follows a table that shrinks to 0 and grows again between two requests', async () => {
    const blocks: Buffer[] = [];
    const { post } = await openRaw(({ type, streamId, payload }, send) => {
      if (type !== HEADERS) return;
      blocks.push(payload);
      const size = frame(SETTINGS_FRAME, 0, 0, setting(1, streamId % 4 === 1 ? 0 : 4_096));
      send(Buffer.concat([...(streamId === 1 ? [SETTINGS] : []), size, answer(streamId)]));
    });
    for (let nth = 0; nth < 20; nth += 1) expect(await post()).toMatchObject({ status: 200 });
    // Each block after a change empties the table first, as RFC 7541, 4.2 demands.
    expect(blocks.slice(1).every(([first]) => first === 0x20)).toBe(true);
  });
});
