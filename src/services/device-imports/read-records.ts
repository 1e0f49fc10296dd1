import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../errors.js';

/** A record longer than this is no device; what is read ahead of it is never much more. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** Three times as many as the shortest devices that fit into the largest file allowed by default. */
export const MAX_LINES = 50_000_000;
/** More in a row than any program leaves at the end of a table. */
export const MAX_EMPTY_LINES = 100_000;

/** `AppError.details.reason` of a file with more lines, or more empty ones in a row. */
export const TOO_MANY_LINES = 'TOO_MANY_LINES';

/** A place between two records: bytes of the file before it, and the line that begins there, from 1. */
export interface FilePlace {
  readonly offset: number;
  readonly line: number;
}

export const FILE_BEGIN: FilePlace = { offset: 0, line: 1 };

/** One record of a file: its text without the line end, or why it is none. `line` is where it begins. */
export type FileRecord = { readonly line: number; readonly next: FilePlace } & (
  | { readonly text: string }
  | { readonly reason: string }
);

/**
 * Looks for the end of a record: the index of its line feed, or of the end of the bytes if `isLast`; null asks for more
 * bytes. A text says why there is no record here.
 */
export type FindEnd = (bytes: Buffer, isLast: boolean) => number | string | null;

/**
 * Cuts a file into records while it is read. One that is broken costs its first line alone: what follows is read as if
 * it had not been there, so that a quote that is never closed does not swallow the file. Empty lines are passed over.
 * Waits for bytes and not for each record: what is yielded is to be taken whole before the next is asked for. Other work
 * gets its turn after each piece of the source, which may come from memory.
 * @param source the bytes from `place` on.
 * @throws BAD_USER_INPUT, with TOO_MANY_LINES, for a file that no list of devices looks like.
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
  /** In a row, up to the current place. */
  private emptyLines = 0;
  /** A line that is none: up to its end all is dropped. */
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

  /** In one loop over the bytes: a file may hold nothing else. */
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

  /** Only so far as a record may be long, so that what is refused does not depend on how the file was read. */
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

/** A record is a line. */
export const findLineEnd: FindEnd = (bytes, isLast) => {
  const end = bytes.indexOf(LF);
  if (end >= 0) return end;
  return isLast ? bytes.length : null;
};
