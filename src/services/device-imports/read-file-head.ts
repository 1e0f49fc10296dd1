import { AppError } from '../../errors.js';
import { splitCsv } from './csv.js';
import type { DeviceFormat } from './device-format.js';
import { findEndOf } from './read-device-file.js';
import { FILE_BEGIN, type FilePlace, readRecords } from './read-records.js';

const SAMPLE_LINES = 10;

/** How a file of devices begins. */
export interface FileHead {
  /** The cells of its first line; null for JSON lines, and for a file without anything in it. */
  readonly header: readonly string[] | null;
  /** Where the devices begin. */
  readonly place: FilePlace;
  /** Its first lines after the header, by cells; of JSON lines one cell each. What is no record is left out. */
  readonly sample: readonly (readonly string[])[];
}

/**
 * Reads no more of a file than it needs. @param sampleLines how many lines to show.
 * @throws BAD_USER_INPUT for a header that cannot be read.
 */
export const readFileHead = async (
  source: AsyncIterable<Buffer>,
  format: DeviceFormat,
  sampleLines = SAMPLE_LINES,
): Promise<FileHead> => {
  let header: readonly string[] | null = null;
  let place = FILE_BEGIN;
  let seen = 0;
  const sample: string[][] = [];
  for await (const records of readRecords(source, findEndOf(format))) {
    for (const record of records) {
      if (format === 'csv' && header === null) {
        if ('reason' in record) throw new AppError('BAD_USER_INPUT', `The header cannot be read: ${record.reason}`);
        header = splitCsv(record.text);
        place = record.next;
      } else {
        seen += 1;
        if ('text' in record) sample.push(format === 'csv' ? splitCsv(record.text) : [record.text]);
      }
      if (seen >= sampleLines && (format === 'jsonl' || header !== null)) return { header, place, sample };
    }
  }
  return { header, place, sample };
};
