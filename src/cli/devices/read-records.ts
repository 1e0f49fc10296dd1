/** A record longer than this is no device; what is read ahead of it is never much more. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** One record of a file: its text without the line end, or why it is none. `line` is where it begins, from 1. */
export type FileRecord =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly reason: string };

/**
 * Looks for the end of a record: the index of its line feed, or of the end of the bytes if `isLast`; null asks for more
 * bytes. A text says why there is no record here.
 */
export type FindEnd = (bytes: Buffer, isLast: boolean) => number | string | null;

/**
 * Cuts a file into records while it is read. One that is broken costs its first line alone: what follows is read as if
 * it had not been there, so that a quote that is never closed does not swallow the file. Empty lines are passed over.
 */
export async function* readRecords(source: AsyncIterable<Buffer>, findEnd: FindEnd): AsyncGenerator<FileRecord> {
  const cutter = new RecordCutter(findEnd);
  for await (const chunk of source) yield* cutter.push(chunk, false);
  yield* cutter.push(Buffer.alloc(0), true);
}

class RecordCutter {
  private rest: Buffer = Buffer.alloc(0);
  private line = 1;
  private isAtStart = true;
  /** Inside a line that is too long: up to its end all is dropped. */
  private isSkipping = false;

  constructor(private readonly findEnd: FindEnd) {}

  *push(chunk: Buffer, isLast: boolean): Generator<FileRecord> {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    if (!isLast && this.rest.length < BOM.length) return;
    if (this.isAtStart && this.rest.subarray(0, BOM.length).equals(BOM)) this.rest = this.rest.subarray(BOM.length);
    this.isAtStart = false;
    while (this.rest.length > 0) {
      if (this.isSkipping && !this.skipLine()) return;
      const end = this.rest.length === 0 ? null : this.lookForEnd(isLast);
      if (end === null) return;
      const record = typeof end === 'string' ? this.refuseLine(end) : this.takeRecord(end);
      if (record) yield record;
    }
  }

  /** Only so far as a record may be long, so that what is refused does not depend on how the file was read. */
  private lookForEnd(isLast: boolean): number | string | null {
    const isCut = this.rest.length > MAX_RECORD_BYTES;
    const window = isCut ? this.rest.subarray(0, MAX_RECORD_BYTES + 1) : this.rest;
    return this.findEnd(window, isLast && !isCut) ?? (isCut ? TOO_LONG : null);
  }

  private takeRecord(end: number): FileRecord | null {
    const { line } = this;
    const bytes = this.rest.subarray(0, this.rest[end - 1] === CR ? end - 1 : end);
    this.line += countLineFeeds(this.rest, end) + 1;
    this.rest = this.rest.subarray(end + 1);
    if (bytes.length === 0) return null;
    try {
      return { line, text: utf8.decode(bytes) };
    } catch {
      return { line, reason: 'The line is not valid UTF-8.' };
    }
  }

  private refuseLine(reason: string): FileRecord {
    const { line } = this;
    this.isSkipping = true;
    this.skipLine();
    return { line, reason };
  }

  /** @returns whether the end of the line was found. */
  private skipLine(): boolean {
    const end = this.rest.indexOf(LF);
    this.rest = this.rest.subarray(end < 0 ? this.rest.length : end + 1);
    if (end < 0) return false;
    this.isSkipping = false;
    this.line += 1;
    return true;
  }
}

const LF = 0x0a;
const CR = 0x0d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const TOO_LONG = `The line is longer than ${MAX_RECORD_BYTES / 1024} KiB.`;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

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
