import { AppError } from '../../errors.js';
import { splitTags } from '../../text/tags.js';

/** The columns of a CSV file of devices, in the order of an export; a header may have any of them in any order. */
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
  /** null: a column that says nothing to us. */
  readonly columns: readonly (DeviceColumn | null)[];
  readonly unknown: readonly string[];
}

/** @throws BAD_USER_INPUT for a header that says of no column, or of two, where devices are reached. */
export const readHeader = (cells: readonly string[]): CsvHeader => {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const columns = names.map((name) => (isColumn(name) ? name : null));
  const known = columns.filter((name) => name !== null);
  const twice = known.find((name, index) => known.indexOf(name) !== index);
  if (twice) throw new AppError('BAD_USER_INPUT', `The header names the column ${twice} twice; keep one of them.`);
  if (!known.some((name) => ADDRESSES.includes(name))) {
    throw new AppError(
      'BAD_USER_INPUT',
      `The first line of a CSV file must name its columns, one of them ${ADDRESSES.join(', ')}.`,
    );
  }
  return { columns, unknown: names.filter((name) => !isColumn(name)) };
};

/** The register body of `/sdk/v1` for a line; an empty cell is not given. */
export const toRegisterBody = ({ columns }: CsvHeader, cells: readonly string[]): object => {
  if (cells.length !== columns.length) {
    throw new AppError('BAD_USER_INPUT', `The line has ${cells.length} cells where the header has ${columns.length}.`);
  }
  const body: RegisterBody = {};
  const given: DeviceCells = {};
  for (let index = 0; index < columns.length; index += 1) {
    const name = columns[index];
    const cell = cells[index];
    if (!name || !cell) continue;
    if (name === 'endpoint' || name === 'p256dh' || name === 'auth') given[name] = cell;
    else body[name] = name === 'audiences' ? splitTags(cell) : cell;
  }
  const { endpoint, p256dh, auth } = given;
  if (endpoint || p256dh || auth) body.subscription = { endpoint, keys: { p256dh, auth } };
  return body;
};

type RegisterBody = { [name in DeviceColumn | 'subscription']?: unknown };
