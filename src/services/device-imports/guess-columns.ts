import type { TakenColumn } from '../../entities/device-import.js';
import { AppError, badInput } from '../../errors.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { canonicalZone } from '../../schedule/zones.js';
import { canonicalCountry } from '../../text/country.js';
import { canonicalLanguage } from '../../text/language.js';
import {
  type AttributeColumn,
  isSameAttribute,
  nameAttributeColumn,
  readAttributeColumn,
} from './attribute-columns.js';
import { type CsvHeader, DEVICE_COLUMNS, type DeviceColumn, isSameColumn } from './device-columns.js';

export const MAX_COLUMNS = 256;
const MAX_COLUMN_NAME = 128;

/** The names in exports of other services, in lower case with `_` between words. */
const OTHER_NAMES: Readonly<Record<DeviceColumn, readonly string[]>> = {
  token: [
    ...['identifier', 'device_token', 'push_token', 'registration_token', 'registration_id', 'reg_id'],
    ...['fcm_token', 'fcm', 'gcm_token', 'apns_token', 'apns_device_token', 'ios_token', 'android_token'],
  ],
  subscription_id: ['player_id', 'onesignal_id', 'push_subscription_id', 'subscriptionid', 'id'],
  endpoint: ['subscription_endpoint', 'push_endpoint', 'url'],
  p256dh: ['keys_p256dh', 'public_key', 'p256dh_key'],
  auth: ['keys_auth', 'auth_secret', 'auth_key'],
  language: ['lang', 'locale', 'language_code', 'device_language'],
  country: ['country_code', 'countrycode', 'region'],
  timezone: ['tz', 'time_zone', 'timezone_id', 'timezone_name', 'zone'],
  external_user_id: ['external_id', 'user_id', 'userid', 'customer_id', 'contact_id', 'uid', 'alias'],
  audiences: ['audience', 'segments', 'segment', 'tags', 'topics'],
  platform: ['os', 'device_os', 'device_platform', 'os_name'],
  app_version: ['appversion', 'version', 'game_version', 'app_version_name'],
};

/** Checks values of columns whose name is ambiguous, such as an offset in place of a zone. */
const FITS: Partial<Readonly<Record<DeviceColumn, (value: string) => boolean>>> = {
  language: (value) => canonicalLanguage(value) !== null,
  country: (value) => canonicalCountry(value) !== null,
  timezone: (value) => canonicalZone(value) !== null,
  audiences: (value) => !/^[[{]/.test(value),
  // OneSignal's `device_os` is the version of the system.
  platform: (value) => !/^\d+(\.\d+)*$/.test(value),
};

const ADDRESSES: Readonly<Record<(typeof PROVIDERS)[ProviderName]['address']['field'], readonly DeviceColumn[]>> = {
  token: ['token'],
  subscription_id: ['subscription_id'],
  subscription: ['endpoint', 'p256dh', 'auth'],
};
const ALL_ADDRESSES: ReadonlySet<DeviceColumn> = new Set(Object.values(ADDRESSES).flat());

/** The columns that hold the address of devices of a provider. */
const addressesOf = (provider: ProviderName): readonly DeviceColumn[] => ADDRESSES[PROVIDERS[provider].address.field];

/** @throws BAD_USER_INPUT for an invalid header. */
export const checkHeader = (header: readonly string[]): void => {
  if (header.length > MAX_COLUMNS) {
    const message = `The first line has ${header.length} columns, and at most ${MAX_COLUMNS} are allowed. Check that it is the header, and that commas separate the cells.`;
    throw badInput('file', message, 'TOO_MANY');
  }
  const long = header.findIndex((name) => name.length > MAX_COLUMN_NAME);
  if (long < 0) return;
  const message = `Column ${long + 1} of the first line has a name of more than ${MAX_COLUMN_NAME} characters; the first line must name the columns.`;
  throw badInput('file', message, 'TOO_LONG');
};

/** Guesses the meaning of each column, by our own names first. Each of our columns is used at most once. */
export const guessColumns = (
  header: readonly string[],
  sample: readonly (readonly string[])[],
  provider: ProviderName,
): TakenColumn[] => {
  const names = header.map(toPlainName);
  const fields: (DeviceColumn | null)[] = header.map(() => null);
  for (const field of DEVICE_COLUMNS) {
    if (ALL_ADDRESSES.has(field) && !addressesOf(provider).includes(field)) continue;
    const known = [field, ...OTHER_NAMES[field]];
    const place = known
      .map((name) => names.indexOf(name))
      .find((index) => index >= 0 && fields[index] === null && fitsSample(field, index, sample));
    if (place !== undefined) fields[place] = field;
  }
  const seen: AttributeColumn[] = [];
  return header.map((column, index) => {
    const field = fields[index] ?? null;
    const attribute = field === null ? guessAttribute(column) : null;
    if (attribute === null || seen.some((other) => isSameAttribute(other, attribute))) return { column, field };
    seen.push(attribute);
    return toTaken(column, attribute);
  });
};

/** Only a column that is named like an attribute is one. A column with a bad key is left out. */
const guessAttribute = (column: string): AttributeColumn | null => {
  try {
    return readAttributeColumn(column.trim().toLowerCase());
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

const toPlainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]/g, '_');

/** Whether any sample value is valid. A column without values fits. */
const fitsSample = (field: DeviceColumn, index: number, sample: readonly (readonly string[])[]): boolean => {
  const fits = FITS[field];
  const values = sample.flatMap((cells) => cells[index] || []);
  return fits === undefined || values.length === 0 || values.some(fits);
};

/** Applies the user's choice. Columns that it does not name keep their guess. @throws BAD_USER_INPUT */
export const chooseColumns = (
  guessed: readonly TakenColumn[],
  chosen: readonly TakenColumn[],
): readonly TakenColumn[] => {
  let taken = guessed;
  const targets = chosen.map((column, index) => readTarget(column, index));
  for (const [index, { column }] of chosen.entries()) {
    if (!guessed.some((candidate) => candidate.column === column))
      throw badInput(`columns[${index}].column`, 'The file has no column with this name.', 'NOT_FOUND');
    const target = targets[index] ?? null;
    const named = toTaken(column, target);
    taken = taken.map((other) =>
      other.column === column ? named : isTaken(other, target) ? toTaken(other.column, null) : other,
    );
  }
  const known = targets.filter((target) => target !== null);
  const twice = known.find((target, index) => known.findIndex((other) => isSameColumn(target, other)) !== index);
  if (twice) {
    const name = typeof twice === 'string' ? twice : nameAttributeColumn(twice);
    throw badInput('columns', `Two columns are assigned to ${name}; choose one of them.`, 'DUPLICATE');
  }
  return taken;
};

type Target = DeviceColumn | AttributeColumn;

const readTarget = ({ field, attribute = null }: TakenColumn, index: number): Target | null => {
  if (field !== null && attribute !== null) {
    throw badInput(`columns[${index}]`, 'Set either `field` or `attribute`; a column has one meaning.');
  }
  if (attribute === null) return DEVICE_COLUMNS.find((name) => name === field) ?? null;
  const at = `columns[${index}].attribute`;
  try {
    const column = readAttributeColumn(attribute);
    if (column) return column;
  } catch (error) {
    throw error instanceof AppError ? badInput(at, error.message) : error;
  }
  throw badInput(at, '`attribute` must be attr.KEY or device_attr.KEY, such as attr.plan.');
};

const toTaken = (column: string, target: Target | null): TakenColumn =>
  target === null || typeof target === 'string'
    ? { column, field: target }
    : { column, field: null, attribute: nameAttributeColumn(target) };

const isTaken = ({ field, attribute }: TakenColumn, target: Target | null): boolean => {
  if (target === null) return false;
  if (typeof target === 'string') return field === target;
  const other = attribute ? readAttributeColumn(attribute) : null;
  return other !== null && isSameColumn(other, target);
};

/** @throws BAD_USER_INPUT if no column holds the address of the provider's devices. */
export const requireAddress = (taken: readonly TakenColumn[], provider: ProviderName): void => {
  const missing = addressesOf(provider).filter((field) => !taken.some((column) => column.field === field));
  if (missing.length === 0) return;
  const message = `No column is assigned to ${missing.join(', ')}, which devices of this application need; assign one in \`columns\`.`;
  throw badInput('columns', message, 'REQUIRED');
};

/** The header for the reader of lines. */
export const toHeader = (taken: readonly TakenColumn[]): CsvHeader => ({
  columns: taken.map(({ field, attribute }) =>
    attribute ? readAttributeColumn(attribute) : (DEVICE_COLUMNS.find((name) => name === field) ?? null),
  ),
  unknown: taken.filter(({ field, attribute }) => field === null && !attribute).map(({ column }) => column),
});
