import { yieldIfLong } from '../../database/turns.js';
import { AppError } from '../../errors.js';
import { clip } from '../../text/characters.js';
import { splitTagsAtBars } from '../../text/tags.js';
import type { DeviceInput } from '../devices/device-input.js';
import type { JudgedDevice } from '../devices/write-registrations.js';
import { findCsvEnd, splitCsv } from './csv.js';
import { type CsvHeader, toRegisterBody } from './device-columns.js';
import type { DeviceFormat } from './device-format.js';
import { type FilePlace, type FileRecord, findLineEnd, readRecords, TOO_MANY_LINES } from './read-records.js';

/** Reads the body with which a device registers at `/sdk/v1`. @throws BAD_USER_INPUT */
export type ReadBody = (body: unknown) => DeviceInput;

/** And judges what it says. @throws BAD_USER_INPUT */
export type ReadDevice = (body: unknown) => JudgedDevice;

/** A line that is not taken. */
export interface RejectedLine {
  readonly line: number;
  readonly reason: string;
  /** As it is in the file; null: it has none that can be told. */
  readonly text: string | null;
}

export interface GoodLine {
  readonly line: number;
  readonly device: JudgedDevice;
}

/** A line as a device to register, or why it is none. */
export type DeviceLine = (GoodLine | RejectedLine) & { readonly next: FilePlace };

export interface DeviceFile {
  /** The bytes from `place` on, where a line begins that is no header. */
  readonly source: AsyncIterable<Buffer>;
  readonly place: FilePlace;
  readonly format: DeviceFormat;
  /** Of a CSV file. */
  readonly header: CsvHeader | null;
  /** Chunks are for two transactions side by side (`register-chunk.ts`). */
  readonly sideBySide: boolean;
  /** The byte where the first chunk ends, however long it is; left out: where it is full. */
  readonly firstEnd?: number;
}

/** Lines to a transaction: enough that the commit costs little, and few enough that nobody waits long for it. */
const LINES = 1_000;
/** Of a file whose lines are long, fewer. */
const BYTES = 512 * 1024;

/**
 * The devices of a file, as many at a time as go into one transaction; the next ones are read and judged ahead, while a
 * server of MySQL is at work on those before.
 */
export async function* readDeviceChunks(file: DeviceFile, readDevice: ReadDevice): AsyncGenerator<DeviceLine[]> {
  const chunks = cutChunks(file, readDevice);
  let ahead = chunks.next();
  try {
    for (;;) {
      const { value, done } = await ahead;
      if (done) return;
      ahead = chunks.next();
      // Who stops before the end does not hear of it.
      ahead.catch(() => undefined);
      yield value;
    }
  } finally {
    await chunks.return(undefined);
  }
}

async function* cutChunks(
  { source, place, format, header, sideBySide, firstEnd = 0 }: DeviceFile,
  readDevice: ReadDevice,
): AsyncGenerator<DeviceLine[]> {
  const toBody = toBodyOf(format, header);
  const transactions = sideBySide ? 2 : 1;
  let [part, begin]: [DeviceLine[], number] = [[], place.offset];
  let refusal: unknown = null;
  try {
    for await (const records of readRecords(source, findEndOf(format), place)) {
      for (const record of records) {
        part.push(toDeviceLine(record, toBody, readDevice));
        // By time: a line may have 20 bytes or 64 KiB.
        await yieldIfLong();
        const { offset } = record.next;
        const isFull = part.length >= transactions * LINES || offset - begin >= transactions * BYTES;
        if (offset < firstEnd || (offset > firstEnd && !isFull)) continue;
        yield part;
        [part, begin] = [[], offset];
      }
    }
  } catch (error) {
    // The devices before the place where the file is refused are still registered.
    if (!isRefusedFile(error)) throw error;
    refusal = error;
  }
  if (part.length > 0) yield part;
  if (refusal !== null) throw refusal;
}

/** The file has more lines than a list of devices. */
export const isRefusedFile = (error: unknown): error is AppError =>
  error instanceof AppError && error.details.reason === TOO_MANY_LINES;

/** @param header of a CSV file. */
const toBodyOf =
  (format: DeviceFormat, header: CsvHeader | null) =>
  (text: string): unknown =>
    format === 'csv' && header !== null ? toRegisterBody(header, splitCsv(text)) : parseJson(text);

export const findEndOf = (format: DeviceFormat) => (format === 'csv' ? findCsvEnd : findLineEnd);

const toDeviceLine = (record: FileRecord, toBody: (text: string) => unknown, readDevice: ReadDevice): DeviceLine => {
  if ('reason' in record) return { ...record, text: null };
  const { line, next, text } = record;
  try {
    return { line, next, device: readDevice(toBody(text)) };
  } catch (error) {
    if (error instanceof AppError) return { line, next, text, reason: error.message };
    throw error;
  }
};

const parseJson = (text: string): unknown => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError('BAD_USER_INPUT', 'The line is not valid JSON.');
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return withTags(body);
  throw new AppError('BAD_USER_INPUT', 'The line must be a JSON object.');
};

/** An export escapes the tags that hold the separator; a request could not name them. */
const withTags = (body: { readonly audiences?: unknown }): object => {
  const { audiences } = body;
  if (!Array.isArray(audiences) || !audiences.some((tag) => typeof tag === 'string' && tag.includes('|'))) return body;
  return {
    ...body,
    audiences: audiences.map((tag) => (typeof tag === 'string' && tag.includes('|') ? readTag(tag) : tag)),
  };
};

const readTag = (text: string): string => {
  const [tag = '', ...others] = splitTagsAtBars(text);
  if (others.length === 0) return tag;
  const message = `The audience ${JSON.stringify(clip(text, 64))} holds "|", which joins audiences; name them one by one, or write "\\|" for that character.`;
  throw new AppError('BAD_USER_INPUT', message);
};
