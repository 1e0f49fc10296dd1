import { badInput } from '../../errors.js';
import type { ReportPeriod } from '../reports/report-period.js';
import type { ReportFilter } from '../reports/report-sql.js';

/** A value of a cell: instants are written in UTC, null as an empty cell. */
export type CsvValue = string | number | Date | null;

/** The contents of a file, as its signed address names them. */
export type CsvRequest =
  | { readonly kind: 'runs'; readonly period: ReportPeriod }
  | { readonly kind: 'outcomes'; readonly runId: number }
  | { readonly kind: 'devices'; readonly appId: number | null }
  | { readonly kind: 'click-heat-map'; readonly period: ReportPeriod; readonly where: ReportFilter }
  | { readonly kind: 'report'; readonly period: ReportPeriod; readonly by: string; readonly where: ReportFilter };

/** A file: the names of its columns, and its rows in portions that are small enough for memory. */
export interface CsvFile {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly CsvValue[])[]>;
}

/** @returns the request as text for an address, with its account. */
export const packRequest = (userId: number, request: CsvRequest): string =>
  Buffer.from(JSON.stringify({ userId, ...request })).toString('base64url');

/** Call it only for text whose signature was checked. */
export const unpackRequest = (text: string): { readonly userId: number; readonly request: CsvRequest } => {
  try {
    const { userId, ...request } = JSON.parse(Buffer.from(text, 'base64url').toString(), readInstant);
    return { userId, request };
  } catch {
    throw badInput('request', 'The address is incomplete; copy the whole address from the graph.');
  }
};

const readInstant = (key: string, value: unknown): unknown =>
  (key === 'from' || key === 'to') && typeof value === 'string' ? new Date(value) : value;
