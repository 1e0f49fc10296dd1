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
  const device = {
    address: { token: 't', p256dh: null, auth: null },
    tokenHash: '',
    columns: {},
    audiences: null,
    attributes: undefined,
  };
  for await (const part of readDeviceChunks(file, () => ({ device, user: null }))) lengths.push(part.length);
  return lengths;
};

test('a file is read a thousand lines per transaction', async () => {
  expect(await chunksOf(false)).toEqual([1_000, 1_000, 500]);
  expect(await chunksOf(true)).toEqual([2_000, 500]);
});

test.each([
  [300, [300, 1_000, 1_000, 200]],
  [1_000, [1_000, 1_000, 500]],
  [1_200, [1_200, 1_000, 300]],
])('a worker that continues ends its first chunk at the same line, after %i lines', async (lines, expected) => {
  expect(await chunksOf(false, lines * LINE.length)).toEqual(expected);
});
