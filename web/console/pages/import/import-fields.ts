import type { ImportField, PushProvider } from '../../graph/generated/graphql.js';

export const NOTHING = 'none';
export const FIELDS: readonly ImportField[] = [
  'TOKEN',
  'SUBSCRIPTION_ID',
  'ENDPOINT',
  'P256DH',
  'AUTH',
  'LANGUAGE',
  'COUNTRY',
  'TIMEZONE',
  'EXTERNAL_USER_ID',
  'AUDIENCES',
  'PLATFORM',
  'APP_VERSION',
];
export const NEEDED: Readonly<Record<PushProvider, readonly ImportField[]>> = {
  PROVIDER_A: ['TOKEN'],
  PROVIDER_B: ['SUBSCRIPTION_ID'],
  PROVIDER_C: ['TOKEN'],
  WEBPUSH: ['ENDPOINT', 'P256DH', 'AUTH'],
};
export const ADDRESSES: readonly ImportField[] = ['TOKEN', 'SUBSCRIPTION_ID', 'ENDPOINT', 'P256DH', 'AUTH'];

export const isAttribute = (meaning: string | null): meaning is string => meaning?.includes('attr.') ?? false;

/** The key in `device_attr.zip:string`. */
export const keyOf = (attribute: string): string => attribute.replace(/^[a-z_]*\./, '').split(':')[0] ?? '';

/** The attributes that a column may be: the one that the service found, or one named after the column. */
export const attributesFor = (column: string, found: string | null | undefined): readonly string[] => {
  const key = column
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40);
  if (found) return [found];
  return /^[a-z]/.test(key) ? [`attr.${key}`, `device_attr.${key}`] : [];
};
