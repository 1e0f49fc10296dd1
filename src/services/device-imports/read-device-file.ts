import { yieldIfLong } from '../../database/turns.js';
import { AppError } from '../../errors.js';
import { clip } from '../../text/characters.js';
import { splitTagsAtBars } from '../../text/tags.js';
import type { DeviceInput } from '../devices/device-input.js';
import type { JudgedDevice } from '../devices/write-registrations.js';
import type { UserChange } from '../end-users/end-user-service.js';
import { readAttributeColumn } from './attribute-columns.js';
import { findCsvEnd, splitCsv } from './csv.js';
import { type CsvHeader, type GivenAttribute, type LineBody, NO_ATTRIBUTES, readCsvLine } from './device-columns.js';
import type { DeviceFormat } from './device-format.js';
import { type FilePlace, type FileRecord, findLineEnd, readRecords, TOO_MANY_LINES } from './read-records.js';

/** Reads the body with which a device registers at `/sdk/v1`. @throws BAD_USER_INPUT */
export type ReadBody = (body: unknown) => DeviceInput;

/** A valid line. */
export interface JudgedLine {
  readonly device: JudgedDevice;
  /** Changes of the attributes of the user that the line names. */
  readonly user: UserChange | null;
}

/** Reads and validates a line, at once unless an attribute is new to the account. @throws BAD_USER_INPUT */
export type ReadDevice = (line: LineBody) => JudgedLine | Promise<JudgedLine>;

/** A rejected line. */
export interface RejectedLine {
  readonly line: number;
  readonly reason: string;
  /** The text in the file; null: it cannot be shown. */
  readonly text: string | null;
}

export interface GoodLine extends JudgedLine {
  readonly line: number;
}

/** A line as a device to register, or the reason of its rejection. */
export type DeviceLine = (GoodLine | RejectedLine) & { readonly next: FilePlace };

export interface DeviceFile {
  /** The bytes from `place` on, which begin with a line after the header. */
  readonly source: AsyncIterable<Buffer>;
  readonly place: FilePlace;
  readonly format: DeviceFormat;
  /** The header of a CSV file. */
  readonly header: CsvHeader | null;
  /** Chunks are sized for two concurrent transactions (`register-chunk.ts`). */
  readonly sideBySide: boolean;
  /** The byte where the first chunk must end; absent: where it is full. */
  readonly firstEnd?: number;
}

/** Lines per transaction: the commit costs little, and other writers do not wait long. */
const LINES = 1_000;
/** Limits a chunk whose lines are long. */
const BYTES = 512 * 1024;

/**
 * Reads the devices of a file in chunks of one transaction. The next chunk is read and validated while MySQL works on
 * the last one.
 */
export async function* readDeviceChunks(file: DeviceFile, readDevice: ReadDevice): AsyncGenerator<DeviceLine[]> {
  const chunks = cutChunks(file, readDevice);
  let ahead = chunks.next();
  try {
    for (;;) {
      const { value, done } = await ahead;
      if (done) return;
      ahead = chunks.next();
      // A caller that stops early ignores the error.
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
  const toLine = toLineOf(format, header);
  const transactions = sideBySide ? 2 : 1;
  let [part, begin]: [DeviceLine[], number] = [[], place.offset];
  let refusal: unknown = null;
  try {
    for await (const records of readRecords(source, findEndOf(format), place)) {
      for (const record of records) {
        const line = toDeviceLine(record, toLine, readDevice);
        // A promise for each of a million lines would cost more than the lines.
        part.push(line instanceof Promise ? await line : line);
        // Yields by time, because a line may have 20 bytes or 64 KiB.
        await yieldIfLong();
        const { offset } = record.next;
        const isFull = part.length >= transactions * LINES || offset - begin >= transactions * BYTES;
        if (offset < firstEnd || (offset > firstEnd && !isFull)) continue;
        yield part;
        [part, begin] = [[], offset];
      }
    }
  } catch (error) {
    // Devices before the refused line are still registered.
    if (!isRefusedFile(error)) throw error;
    refusal = error;
  }
  if (part.length > 0) yield part;
  if (refusal !== null) throw refusal;
}

/** The file has more lines than any list of devices. */
export const isRefusedFile = (error: unknown): error is AppError =>
  error instanceof AppError && error.details.reason === TOO_MANY_LINES;

/** @param header the header of a CSV file. */
const toLineOf =
  (format: DeviceFormat, header: CsvHeader | null) =>
  (text: string): LineBody =>
    format === 'csv' && header !== null ? readCsvLine(header, splitCsv(text)) : parseJson(text);

export const findEndOf = (format: DeviceFormat) => (format === 'csv' ? findCsvEnd : findLineEnd);

const toDeviceLine = (
  record: FileRecord,
  toLine: (text: string) => LineBody,
  readDevice: ReadDevice,
): DeviceLine | Promise<DeviceLine> => {
  if ('reason' in record) return { ...record, text: null };
  const { line, next, text } = record;
  const accept = ({ device, user }: JudgedLine): DeviceLine => ({ line, next, device, user });
  const refuse = (error: unknown): DeviceLine => {
    if (error instanceof AppError) return { line, next, text, reason: error.message };
    throw error;
  };
  try {
    const judged = readDevice(toLine(text));
    return judged instanceof Promise ? judged.then(accept, refuse) : accept(judged);
  } catch (error) {
    return refuse(error);
  }
};

const parseJson = (text: string): LineBody => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError('BAD_USER_INPUT', 'The line is not valid JSON.');
  }
  if (!isObject(body)) throw new AppError('BAD_USER_INPUT', 'The line must be a JSON object.');
  return { body: withTags(body), attributes: readJsonAttributes(body) };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON lines may have the columns of CSV, or one object for all of them. */
const readJsonAttributes = (body: Readonly<Record<string, unknown>>): readonly GivenAttribute[] => {
  let given: GivenAttribute[] | null = null;
  for (const name in body) {
    if (!ATTRIBUTE_MEMBER.test(name)) continue;
    given ??= [];
    const value = body[name];
    if (name.includes('.')) {
      const column = readAttributeColumn(name);
      // Only a text may be of a type that its form does not show.
      if (column) given.push({ column, value, isText: column.type !== null && typeof value === 'string' });
    } else if (isObject(value)) {
      const isOwn = name === 'device_attributes';
      for (const key in value) given.push({ column: { key, type: null, isOwn }, value: value[key], isText: false });
    } else if (value !== null) {
      throw new AppError('BAD_USER_INPUT', `\`${name}\` must be an object, such as {"plan":"pro"}.`);
    }
  }
  return given ?? NO_ATTRIBUTES;
};

const ATTRIBUTE_MEMBER = /^(?:device_)?attr(?:ibutes$|\.)/;

/** Unescapes tags that contain the separator, which a request cannot name. */
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
  const message = `The audience ${JSON.stringify(clip(text, 64))} contains "|", which separates audiences; list them one by one, or write "\\|" for that character.`;
  throw new AppError('BAD_USER_INPUT', message);
};
