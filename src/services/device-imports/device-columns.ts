import { AppError } from '../../errors.js';
import { splitTags } from '../../text/tags.js';
import {
  type AttributeColumn,
  isSameAttribute,
  nameAttributeColumn,
  readAttributeColumn,
} from './attribute-columns.js';

/** The columns of a CSV file of devices besides attributes, in the order of an export. A header may have any of them. */
export const DEVICE_COLUMNS = [
  'token',
  'subscription_id',
  'endpoint',
  'p256dh',
  'auth',
  'language',
  'country',
  'timezone',
  'external_user_id',
  'audiences',
  'platform',
  'app_version',
] as const;

export type DeviceColumn = (typeof DEVICE_COLUMNS)[number];
export type DeviceCells = Partial<Record<DeviceColumn, string>>;

const ADDRESSES: readonly string[] = ['token', 'subscription_id', 'endpoint'];
const isColumn = (name: string): name is DeviceColumn => (DEVICE_COLUMNS as readonly string[]).includes(name);

export interface CsvHeader {
  /** null: an unknown column. */
  readonly columns: readonly (DeviceColumn | AttributeColumn | null)[];
  readonly unknown: readonly string[];
}

/** @throws BAD_USER_INPUT for a header without an address column, or with a repeated column. */
export const readHeader = (cells: readonly string[]): CsvHeader => {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const columns = names.map((name) => (isColumn(name) ? name : readAttributeColumn(name)));
  const known = columns.filter((column) => column !== null);
  const twice = known.find((column, index) => known.findIndex((other) => isSameColumn(column, other)) !== index);
  if (twice) {
    const name = typeof twice === 'string' ? twice : nameAttributeColumn({ ...twice, type: null });
    throw new AppError('BAD_USER_INPUT', `The header names the column ${name} twice; keep one of them.`);
  }
  if (!known.some((column) => typeof column === 'string' && ADDRESSES.includes(column))) {
    throw new AppError(
      'BAD_USER_INPUT',
      `The first line of a CSV file must name its columns, one of them ${ADDRESSES.join(', ')}.`,
    );
  }
  return { columns, unknown: names.filter((_, index) => columns[index] === null) };
};

export const isSameColumn = (a: DeviceColumn | AttributeColumn, b: DeviceColumn | AttributeColumn): boolean =>
  typeof a === 'string' || typeof b === 'string' ? a === b : isSameAttribute(a, b);

/** A line of a file: the register body of `/sdk/v1`, and its attributes. */
export interface LineBody {
  readonly body: object;
  readonly attributes: readonly GivenAttribute[];
}

export interface GivenAttribute {
  readonly column: AttributeColumn;
  /** JSON; the text of a cell if `isText`. */
  readonly value: unknown;
  readonly isText: boolean;
}

export const NO_ATTRIBUTES: readonly GivenAttribute[] = [];

/** Reads a line of a CSV file. An empty cell is omitted. */
export const readCsvLine = ({ columns }: CsvHeader, cells: readonly string[]): LineBody => {
  if (cells.length !== columns.length) {
    throw new AppError('BAD_USER_INPUT', `The line has ${cells.length} cells where the header has ${columns.length}.`);
  }
  const body: RegisterBody = {};
  const given: DeviceCells = {};
  let attributes: GivenAttribute[] | null = null;
  for (let index = 0; index < columns.length; index += 1) {
    const name = columns[index];
    const cell = cells[index];
    if (!name || !cell) continue;
    if (typeof name === 'object') {
      attributes ??= [];
      attributes.push({ column: name, value: cell, isText: true });
    } else if (name === 'endpoint' || name === 'p256dh' || name === 'auth') given[name] = cell;
    else body[name] = name === 'audiences' ? splitTags(cell) : cell;
  }
  const { endpoint, p256dh, auth } = given;
  if (endpoint || p256dh || auth) body.subscription = { endpoint, keys: { p256dh, auth } };
  return { body, attributes: attributes ?? NO_ATTRIBUTES };
};

type RegisterBody = { [name in DeviceColumn | 'subscription']?: unknown };
