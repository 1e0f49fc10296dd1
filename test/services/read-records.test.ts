import { expect, test } from '@jest/globals';
import { findCsvEnd } from '../../src/services/device-imports/csv.js';
import {
  FILE_BEGIN,
  type FilePlace,
  findLineEnd,
  MAX_EMPTY_LINES,
  MAX_LINES,
  readRecords,
} from '../../src/services/device-imports/read-records.js';

const PIECE = 64 * 1024;

/** Chunks that are available at once, like rows of SQLite. */
async function* piecesOf(content: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

const linesOf = async (content: string, place: FilePlace = FILE_BEGIN): Promise<readonly [number, string][]> => {
  const found: [number, string][] = [];
  for await (const records of readRecords(piecesOf(content), findLineEnd, place)) {
    for (const record of records) found.push([record.line, 'text' in record ? record.text : record.reason]);
  }
  return found;
};

test.each([
  ['line feeds', '\n'],
  ['carriage returns with line feeds', '\r\n'],
])('empty lines are counted and skipped, including those of %s', async (_name, end) => {
  expect(await linesOf(`${end}a${end}${end.repeat(70_000)}b${end}${end}`)).toEqual([
    [2, 'a'],
    [70_003, 'b'],
  ]);
});

test('more consecutive empty lines than a table ends with are refused, however they are mixed', async () => {
  const most = '\n'.repeat(MAX_EMPTY_LINES);
  expect(await linesOf(`${most}a\n${most}b\n`)).toHaveLength(2);
  await expect(linesOf(`a\n${most}\nb\n`)).rejects.toMatchObject({
    message: expect.stringContaining('more than 100000 empty lines in a row'),
    details: { reason: 'TOO_MANY_LINES' },
  });
  const mixed = '\n\r\n'.repeat(MAX_EMPTY_LINES / 2 + 1);
  await expect(linesOf(mixed)).rejects.toMatchObject({ details: { reason: 'TOO_MANY_LINES' } });
});

test('a file is read up to its last permitted line', async () => {
  const last = { offset: 1_000, line: MAX_LINES };
  expect(await linesOf('a\n', last)).toEqual([[MAX_LINES, 'a']]);
  await expect(linesOf('a\nb\n', last)).rejects.toMatchObject({ details: { reason: 'TOO_MANY_LINES' } });
});

test.each([
  ['empty lines', `${'\n'.repeat(PIECE - 2)}a\n`],
  ['one letter to a line', 'a\n'.repeat(PIECE / 2)],
  ['quotes that are never closed', `"${'""'.repeat(40)}\n`.repeat(800)],
  ['one cell that never ends', `"${'x'.repeat(PIECE - 1)}`],
])('other work can run while a file of %s is read', async (_name, piece) => {
  const pieces = 20;
  let turns = 0;
  let isReading = true;
  const count = (): void => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  for await (const records of readRecords(piecesOf(piece.repeat(pieces)), findCsvEnd)) {
    for (const _record of records);
  }
  isReading = false;
  expect(turns).toBeGreaterThanOrEqual(pieces / 2);
});
