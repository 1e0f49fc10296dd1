import type { DeviceImport } from '../../entities/device-import.js';
import { joinCsv } from '../../text/csv.js';
import { splitCsv } from './csv.js';
import { MAX_COLUMNS } from './guess-columns.js';
import { CHUNK_BYTES } from './import-files.js';
import type { RejectedLine } from './read-device-file.js';

/** The limit of stored rejected lines; further lines are only counted. */
const MAX_REJECTED_BYTES = 64 * 1024 * 1024;

/**
 * Returns rejected lines in rows of at most a chunk and a line, because statements are limited in size. Empty if there
 * is nothing to add or no room. The first row has the header.
 */
export const toRejectedCsv = (
  { columnsTaken, format }: Pick<DeviceImport, 'columnsTaken' | 'format'>,
  lines: readonly RejectedLine[],
  before: number,
): { readonly seq: number; readonly data: Buffer }[] => {
  if (before >= MAX_REJECTED_BYTES) return [];
  const columns = format === 'csv' ? columnsTaken.map(({ column }) => column) : ['record'];
  const rows: { seq: number; text: string }[] = [];
  for (const { line, reason, text } of lines) {
    const last = rows.at(-1);
    const added = joinCsv([String(line), reason, ...cellsOf(text, format)]);
    if (last && last.text.length < CHUNK_BYTES) last.text += added;
    else rows.push({ seq: line, text: last || before > 0 ? added : joinCsv(['line', 'reason', ...columns]) + added });
  }
  return rows.map(({ seq, text }) => ({ seq, data: Buffer.from(text) }));
};

const cellsOf = (text: string | null, format: DeviceImport['format']): readonly string[] => {
  if (text === null) return [];
  return format === 'csv' ? splitCsv(text, MAX_COLUMNS) : [text];
};
