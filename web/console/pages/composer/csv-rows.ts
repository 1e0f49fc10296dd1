import { readCell } from '../../../../src/text/csv.js';

export interface CsvRow {
  /** The line in the file where the row begins, from 1. */
  readonly line: number;
  /** Null if a quote is not closed, or text follows one. */
  readonly cells: readonly string[] | null;
}

/** Reads the rows of a CSV file, and skips empty lines. A row with a wrong quote is the last one. */
export function* readCsvRows(text: string, delimiter: string): Generator<CsvRow> {
  for (let at = 0, line = 1; at < text.length; ) {
    const row = readRow(text, at, delimiter);
    const { cells, end } = row;
    if (cells === null || cells.length > 1 || cells[0] !== '') yield { line, cells };
    if (cells === null) return;
    line += countLines(text, at, end);
    at = end;
  }
}

const readRow = (text: string, from: number, delimiter: string): { cells: string[] | null; end: number } => {
  const cells: string[] = [];
  for (let at = from; ; at += 1) {
    const end = text[at] === '"' ? endOfQuoted(text, at + 1) : endOfPlain(text, at, delimiter);
    if (end < 0) return { cells: null, end: text.length };
    const raw = text.slice(at, end);
    cells.push(readCell(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw));
    at = end;
    if (text[at] === delimiter) continue;
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    if (at < text.length && text[at] !== '\n') return { cells: null, end: text.length };
    return { cells, end: at + 1 };
  }
};

/** The position after the closing quote; -1 without one. */
const endOfQuoted = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return -1;
};

const endOfPlain = (text: string, from: number, delimiter: string): number => {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
  return text[at] === '\n' && text[at - 1] === '\r' && at > from ? at - 1 : at;
};

const countLines = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};
