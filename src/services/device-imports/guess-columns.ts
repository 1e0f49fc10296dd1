import type { TakenColumn } from '../../entities/device-import.js';
import { badInput } from '../../errors.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { canonicalZone } from '../../schedule/zones.js';
import { canonicalCountry } from '../../text/country.js';
import { canonicalLanguage } from '../../text/language.js';
import { type CsvHeader, DEVICE_COLUMNS, type DeviceColumn } from './device-columns.js';

export const MAX_COLUMNS = 64;
const MAX_COLUMN_NAME = 128;

/** What other services call them in their exports, in small letters with `_` between the words. */
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

/** Where a column of its name may hold something else, such as an offset in place of a zone, its values tell. */
const FITS: Partial<Readonly<Record<DeviceColumn, (value: string) => boolean>>> = {
  language: (value) => canonicalLanguage(value) !== null,
  country: (value) => canonicalCountry(value) !== null,
  timezone: (value) => canonicalZone(value) !== null,
  audiences: (value) => !/^[[{]/.test(value),
};

const ADDRESSES: Readonly<Record<(typeof PROVIDERS)[ProviderName]['address']['field'], readonly DeviceColumn[]>> = {
  token: ['token'],
  subscription_id: ['subscription_id'],
  subscription: ['endpoint', 'p256dh', 'auth'],
};
const ALL_ADDRESSES: ReadonlySet<DeviceColumn> = new Set(Object.values(ADDRESSES).flat());

/** What devices of this provider are reached by. */
const addressesOf = (provider: ProviderName): readonly DeviceColumn[] => ADDRESSES[PROVIDERS[provider].address.field];

/** @throws BAD_USER_INPUT for a header that cannot be one. */
export const checkHeader = (header: readonly string[]): void => {
  if (header.length > MAX_COLUMNS) {
    const message = `The first line has ${header.length} columns, and ${MAX_COLUMNS} is the most; is it the header, and are the cells separated by commas?`;
    throw badInput('file', message, 'TOO_MANY');
  }
  const long = header.findIndex((name) => name.length > MAX_COLUMN_NAME);
  if (long < 0) return;
  const message = `Column ${long + 1} of the first line has a name of more than ${MAX_COLUMN_NAME} characters; the first line must name the columns.`;
  throw badInput('file', message, 'TOO_LONG');
};

/** What each column seems to be: by our own names first, then by those of others; each of ours at most once. */
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
  return header.map((column, index) => ({ column, field: fields[index] ?? null }));
};

const toPlainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]/g, '_');

/** Whether any of the first values is one; a column without values says nothing. */
const fitsSample = (field: DeviceColumn, index: number, sample: readonly (readonly string[])[]): boolean => {
  const fits = FITS[field];
  const values = sample.flatMap((cells) => cells[index] || []);
  return fits === undefined || values.length === 0 || values.some(fits);
};

/** As the user wants it; what is not named stays as it was guessed. @throws BAD_USER_INPUT */
export const chooseColumns = (
  guessed: readonly TakenColumn[],
  chosen: readonly TakenColumn[],
): readonly TakenColumn[] => {
  const taken = guessed.map((column) => ({ ...column }));
  for (const [index, { column, field }] of chosen.entries()) {
    const place = taken.find((candidate) => candidate.column === column);
    if (!place) throw badInput(`columns[${index}].column`, 'The file has no column of this name.', 'NOT_FOUND');
    for (const other of taken) if (field !== null && other.field === field) other.field = null;
    place.field = field;
  }
  const fields = chosen.flatMap(({ field }) => field ?? []);
  const twice = fields.findIndex((field, index) => fields.indexOf(field) !== index);
  if (twice >= 0)
    throw badInput('columns', `Two columns are taken for ${fields[twice]}; choose one of them.`, 'DUPLICATE');
  return taken;
};

/** @throws BAD_USER_INPUT where no column says how devices of this provider are reached. */
export const requireAddress = (taken: readonly TakenColumn[], provider: ProviderName): void => {
  const missing = addressesOf(provider).filter((field) => !taken.some((column) => column.field === field));
  if (missing.length === 0) return;
  const message = `No column is taken for ${missing.join(', ')}, by which devices of this application are reached; say in \`columns\` which it is.`;
  throw badInput('columns', message, 'REQUIRED');
};

/** For the reader of lines. */
export const toHeader = (taken: readonly TakenColumn[]): CsvHeader => ({
  columns: taken.map(({ field }) => DEVICE_COLUMNS.find((name) => name === field) ?? null),
  unknown: taken.filter(({ field }) => field === null).map(({ column }) => column),
});
