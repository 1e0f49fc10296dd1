import { expect, test } from '@jest/globals';
import { readDeviceChunks } from '../../src/services/device-imports/read-device-file.js';

const LINE = '{"token":"t"}\n';
const LINES = 2_500;

const chunksOf = async (sideBySide: boolean, firstEnd = 0): Promise<number[]> => {
  const lengths: number[] = [];
  const file = {
    source: (async function* () {
      yield Buffer.from(LINE.repeat(LINES));
    })(),
    ...{ place: { offset: 0, line: 1 }, format: 'jsonl' as const, header: null },
    ...{ sideBySide, firstEnd },
  };
  const device = { address: { token: 't', p256dh: null, auth: null }, tokenHash: '', columns: {}, audiences: null };
  for await (const part of readDeviceChunks(file, () => device)) lengths.push(part.length);
  return lengths;
};

test('a file is read by a thousand lines to a transaction', async () => {
  expect(await chunksOf(false)).toEqual([1_000, 1_000, 500]);
  expect(await chunksOf(true)).toEqual([2_000, 500]);
});

test.each([
  [300, [300, 1_000, 1_000, 200]],
  [1_000, [1_000, 1_000, 500]],
  [1_200, [1_200, 1_000, 300]],
])('whoever goes on ends its first chunk where it had ended, after %i lines', async (lines, expected) => {
  expect(await chunksOf(false, lines * LINE.length)).toEqual(expected);
});
