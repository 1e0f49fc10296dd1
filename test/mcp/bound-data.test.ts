import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundData } from '../../src/mcp/bound-data.js';

test('small data stays unchanged', () => {
  const data = { a: [1, null, true, 'Grüße 👩‍👩‍👧 שלום\u200f\nx'], b: { c: 0.5 } };
  expect(boundData(data)).toEqual({ data, truncated: false });
});

test('long texts are truncated, and lists end when the result is full', () => {
  const { data, truncated } = boundData({ text: 'x'.repeat(3_000), list: Array(10_000).fill('y'.repeat(100)) });
  const { text, list } = data as { text: string; list: string[] };
  expect([truncated, text]).toEqual([true, `${'x'.repeat(2_000)}…`]);
  expect(list.length).toBeGreaterThan(500);
  expect(list.length).toBeLessThan(1_000);
});

test.each([
  ['an escape sequence', '\u001b[31mred', '\ufffd[31mred'],
  ['a carriage return that overwrites a line', 'good\rbad', 'good\ufffdbad'],
  ['an override of the direction', 'a\u202eb', 'a\ufffdb'],
  ['tags that spell an order', '\u{e0049}\u{e0067}', '\ufffd\ufffd'],
  ['a row of joiners that spell bits', 'a\u200c\u200d\u200c\u200db', 'a\ufffdb'],
  ['selectors that spell bytes', 'a\u{e0101}\u{e0102}', 'a\ufffd\ufffd'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ['a Windows line break', 'a\r\nb', 'a\nb'],
])('shows %s', (_name, text, shown) => {
  expect(boundData({ [text]: text })).toEqual({ data: { [shown]: shown }, truncated: false });
});

test('a key named __proto__ does not set a prototype', () => {
  const { data } = boundData(JSON.parse('{"__proto__":{"isAdmin":true},"a":1}'));
  expect(data).toEqual({ a: 1 });
  expect((data as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('any JSON becomes JSON of limited size', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string({ maxLength: 5 }), (value, filler) => {
      const { data } = boundData([value, Array(20_000).fill(filler), Array(5_000).fill({ [filler]: value })]);
      const json = JSON.stringify(data);
      expect(Buffer.byteLength(json)).toBeLessThan(80_000);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(JSON.parse(json))));
    }),
    { numRuns: 100, seed: 3 },
  );
});
