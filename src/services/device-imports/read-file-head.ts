import { AppError } from '../../errors.js';
import { splitCsv } from './csv.js';
import type { DeviceFormat } from './device-format.js';
import { findEndOf } from './read-device-file.js';
import { FILE_BEGIN, type FilePlace, readRecords } from './read-records.js';

const SAMPLE_LINES = 10;

/** The beginning of a file of devices. */
export interface FileHead {
  /** The cells of the first line; null for JSON lines and for an empty file. */
  readonly header: readonly string[] | null;
  /** The place of the first device. */
  readonly place: FilePlace;
  /** The first lines after the header, as cells; JSON lines have one cell. Invalid records are omitted. */
  readonly sample: readonly (readonly string[])[];
}

/**
 * Reads only as much of a file as it needs. @param sampleLines the number of lines to show.
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
