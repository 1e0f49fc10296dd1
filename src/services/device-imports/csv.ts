import { readCell } from '../../text/csv.js';
import { type FindEnd, MAX_RECORD_BYTES } from './read-records.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;

/** Searches bytes: in UTF-8, none of them is part of another character. */
export const findCsvEnd: FindEnd = (bytes, isLast) => {
  for (let at = 0; ; ) {
    if (bytes[at] === QUOTE) {
      const after = skipQuoted(bytes, at + 1);
      if (after === null) return isLast || bytes.length > MAX_RECORD_BYTES ? UNCLOSED : null;
      if (!endsCell(bytes, after)) return after + 1 < bytes.length ? AFTER_QUOTE : orEnd(bytes, isLast, AFTER_QUOTE);
      at = after;
    }
    while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== LF) at += 1;
    if (at >= bytes.length) return isLast ? bytes.length : null;
    if (bytes[at] === LF) return at;
    at += 1;
  }
};

const UNCLOSED = 'A cell begins with a quote that is not closed.';
const AFTER_QUOTE = 'After the closing quote of a cell there must be a comma or the end of the line.';

/** The index after the closing quote; null if it has not been read yet. */
const skipQuoted = (bytes: Buffer, from: number): number | null => {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 2)) {
    if (bytes[at + 1] !== QUOTE) return at + 1;
  }
  return null;
};

const endsCell = (bytes: Buffer, at: number): boolean =>
  at >= bytes.length || bytes[at] === COMMA || bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF);

/** A trailing carriage return may still belong to the end of the line. */
const orEnd = (bytes: Buffer, isLast: boolean, reason: string): string | number | null => {
  if (bytes.at(-1) !== CR) return reason;
  return isLast ? bytes.length : null;
};

/** Splits a record that `findCsvEnd` has found. @param limit the maximum number of cells to return. */
export const splitCsv = (record: string, limit = Number.POSITIVE_INFINITY): string[] => {
  const cells: string[] = [];
  for (let at = 0; at <= record.length && cells.length < limit; ) {
    const isQuoted = record[at] === '"';
    const end = isQuoted ? closingQuote(record, at + 1) : endOfPlain(record, at);
    cells.push(readCell(isQuoted ? record.slice(at + 1, end).replaceAll('""', '"') : record.slice(at, end)));
    at = end + (isQuoted ? 2 : 1);
  }
  return cells;
};

const endOfPlain = (record: string, from: number): number => {
  const comma = record.indexOf(',', from);
  return comma < 0 ? record.length : comma;
};

const closingQuote = (record: string, from: number): number => {
  let at = record.indexOf('"', from);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at < 0 ? record.length : at;
};
