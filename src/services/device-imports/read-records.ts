import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../errors.js';

/** The limit of a record, which also limits how much is read ahead. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** Three times as many as the shortest devices in the largest file allowed by default. */
export const MAX_LINES = 50_000_000;
/** More consecutive empty lines than any program writes at the end of a table. */
export const MAX_EMPTY_LINES = 100_000;

/** `AppError.details.reason` of a file that exceeds one of the two limits of lines. */
export const TOO_MANY_LINES = 'TOO_MANY_LINES';

/** A place between two records: the bytes before it, and the number of the next line, from 1. */
export interface FilePlace {
  readonly offset: number;
  readonly line: number;
}

export const FILE_BEGIN: FilePlace = { offset: 0, line: 1 };

/** A record: its text without the line end, or the reason why it is invalid. `line` is its first line. */
export type FileRecord = { readonly line: number; readonly next: FilePlace } & (
  | { readonly text: string }
  | { readonly reason: string }
);

/**
 * Finds the end of a record: the index of its line feed, or the end of the bytes if `isLast`. null asks for more bytes.
 * A text is the reason why the record is invalid.
 */
export type FindEnd = (bytes: Buffer, isLast: boolean) => number | string | null;

/**
 * Cuts a file into records while it is read. A broken record costs only its first line, so that an unclosed quote does
 * not swallow the file. Empty lines are skipped. Yields several records per piece of the source, which must be consumed
 * before the next piece. Other work gets a turn after each piece.
 * @param source the bytes from `place` on.
 * @throws BAD_USER_INPUT, with TOO_MANY_LINES, for a file that cannot be a list of devices.
 */
export async function* readRecords(
  source: AsyncIterable<Buffer>,
  findEnd: FindEnd,
  place: FilePlace = FILE_BEGIN,
): AsyncGenerator<Iterable<FileRecord>> {
  const cutter = new RecordCutter(findEnd, place);
  for await (const chunk of source) {
    yield cutter.push(chunk, false);
    await nextTurn();
  }
  yield cutter.push(Buffer.alloc(0), true);
}

class RecordCutter {
  private rest: Buffer = Buffer.alloc(0);
  private line: number;
  private offset: number;
  private isAtStart: boolean;
  /** Consecutive empty lines before the current place. */
  private emptyLines = 0;
  /** An invalid line, which is dropped up to its end. */
  private refused: { readonly line: number; readonly reason: string } | null = null;

  constructor(
    private readonly findEnd: FindEnd,
    { offset, line }: FilePlace,
  ) {
    this.offset = offset;
    this.line = line;
    this.isAtStart = offset === 0;
  }

  *push(chunk: Buffer, isLast: boolean): Generator<FileRecord> {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    if (!isLast && this.isAtStart && this.rest.length < BOM.length) return;
    if (this.isAtStart && this.rest.subarray(0, BOM.length).equals(BOM)) this.cut(BOM.length);
    this.isAtStart = false;
    for (;;) {
      if (this.refused !== null) {
        if (!this.skipLine() && !isLast) return;
        this.emptyLines = 0;
        yield { ...this.refused, next: this.place };
        this.refused = null;
      }
      this.skipEmptyLines();
      if (this.rest.length === 0) return;
      if (this.line > MAX_LINES) throw tooManyLines(`more than ${MAX_LINES} lines`);
      const end = this.lookForEnd(isLast);
      if (end === null) return;
      if (typeof end === 'string') this.refused = { line: this.line, reason: end };
      else yield* this.takeRecord(end);
    }
  }

  /** Uses one loop over the bytes, because a file may consist of empty lines. */
  private skipEmptyLines(): void {
    const { rest } = this;
    let at = 0;
    let skipped = 0;
    for (; at < rest.length; skipped += 1) {
      if (rest[at] === LF) at += 1;
      else if (rest[at] === CR && at + 1 < rest.length && rest[at + 1] === LF) at += 2;
      else break;
    }
    if (skipped === 0) return;
    this.emptyLines += skipped;
    this.line += skipped;
    this.cut(at);
    if (this.emptyLines > MAX_EMPTY_LINES) throw tooManyLines(`more than ${MAX_EMPTY_LINES} empty lines in a row`);
  }

  private get place(): FilePlace {
    return { offset: this.offset, line: this.line };
  }

  /** Searches only up to the limit of a record, so that the result does not depend on the sizes of the pieces. */
  private lookForEnd(isLast: boolean): number | string | null {
    const isCut = this.rest.length > MAX_RECORD_BYTES;
    const window = isCut ? this.rest.subarray(0, MAX_RECORD_BYTES + 1) : this.rest;
    return this.findEnd(window, isLast && !isCut) ?? (isCut ? TOO_LONG : null);
  }

  private *takeRecord(end: number): Generator<FileRecord> {
    const { line } = this;
    const bytes = this.rest.subarray(0, this.rest[end - 1] === CR ? end - 1 : end);
    this.line += countLineFeeds(this.rest, end) + 1;
    this.cut(end + 1);
    if (bytes.length === 0) return;
    this.emptyLines = 0;
    yield { line, next: this.place, ...decode(bytes) };
  }

  /** @returns whether the end of the line was found. */
  private skipLine(): boolean {
    const end = this.rest.indexOf(LF);
    this.cut(end < 0 ? this.rest.length : end + 1);
    if (end < 0) return false;
    this.line += 1;
    return true;
  }

  private cut(count: number): void {
    const cut = Math.min(count, this.rest.length);
    this.rest = this.rest.subarray(cut);
    this.offset += cut;
  }
}

const decode = (bytes: Buffer): { readonly text: string } | { readonly reason: string } =>
  isUtf8(bytes) ? { text: bytes.toString() } : { reason: 'The line is not valid UTF-8.' };

const tooManyLines = (what: string): AppError =>
  new AppError('BAD_USER_INPUT', `The file has ${what}; check that it is a list of devices, and split it if it is.`, {
    reason: TOO_MANY_LINES,
  });

const LF = 0x0a;
const CR = 0x0d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const TOO_LONG = `The line is longer than ${MAX_RECORD_BYTES / 1024} KiB.`;

const countLineFeeds = (bytes: Buffer, end: number): number => {
  let count = 0;
  for (let at = bytes.indexOf(LF); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count += 1;
  return count;
};

/** The end of a record that is one line. */
export const findLineEnd: FindEnd = (bytes, isLast) => {
  const end = bytes.indexOf(LF);
  if (end >= 0) return end;
  return isLast ? bytes.length : null;
};
