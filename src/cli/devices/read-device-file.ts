import { AppError } from '../../errors.js';
import { validateInput } from '../../http/validate-input.js';
import { deviceSchema } from '../../sdk-api/sdk-schemas.js';
import { toDeviceInput } from '../../sdk-api/to-input.js';
import type { DeviceInput } from '../../services/devices/device-input.js';
import { findCsvEnd, splitCsv } from './csv.js';
import { type CsvHeader, readHeader, toRegisterBody } from './device-columns.js';
import type { DeviceFormat } from './device-format.js';
import { type FileRecord, findLineEnd, readRecords } from './read-records.js';

/** A line as a device to register, or why it is none. */
export type DeviceLine =
  | { readonly line: number; readonly input: DeviceInput }
  | { readonly line: number; readonly reason: string };

/** The devices of a file, line by line. `onUnknownColumns` hears of columns of a CSV file that nothing is done with. */
export const readDeviceFile = (
  source: AsyncIterable<Buffer>,
  format: DeviceFormat,
  onUnknownColumns: (names: readonly string[]) => void,
): AsyncGenerator<DeviceLine> =>
  format === 'csv' ? readCsv(readRecords(source, findCsvEnd), onUnknownColumns) : readJsonLines(source);

async function* readCsv(
  records: AsyncIterable<FileRecord>,
  onUnknownColumns: (names: readonly string[]) => void,
): AsyncGenerator<DeviceLine> {
  let header: CsvHeader | null = null;
  for await (const record of records) {
    if (header) {
      const known = header;
      yield toDeviceLine(record, (text) => toRegisterBody(known, splitCsv(text)));
      continue;
    }
    if ('reason' in record) throw new AppError('BAD_USER_INPUT', `The header cannot be read: ${record.reason}`);
    header = readHeader(splitCsv(record.text));
    if (header.unknown.length > 0) onUnknownColumns(header.unknown);
  }
}

async function* readJsonLines(source: AsyncIterable<Buffer>): AsyncGenerator<DeviceLine> {
  for await (const record of readRecords(source, findLineEnd)) yield toDeviceLine(record, parseJson);
}

const toDeviceLine = (record: FileRecord, toBody: (text: string) => unknown): DeviceLine => {
  if ('reason' in record) return record;
  const { line, text } = record;
  try {
    return { line, input: toDeviceInput(validateInput(deviceSchema, toBody(text))) };
  } catch (error) {
    if (error instanceof AppError) return { line, reason: error.message };
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
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new AppError('BAD_USER_INPUT', 'The line must be a JSON object.');
};
