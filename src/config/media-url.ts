import { dirname, join } from 'node:path';
import { ConfigError } from '../errors.js';
import type { EnvReader } from './env-reader.js';

/** Where uploaded images are kept. */
export type MediaStoreConfig =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Precedes the names of objects; empty, or ends with a slash. */
      readonly prefix: string;
      /** The origin of another service than Amazon's; null: Amazon's in this region. */
      readonly endpoint: string | null;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

export interface MediaConfig {
  readonly store: MediaStoreConfig;
  /** The maximum size of an uploaded image. */
  readonly maxBytes: number;
  /** The maximum size of all images of an account. */
  readonly quotaBytes: number;
}

export const readMedia = (read: EnvReader, database: Database): MediaConfig => ({
  store: Object.freeze(readStore(read, database)),
  maxBytes: read.integer('MEDIA_MAX_BYTES', 5 * 2 ** 20, { min: 1_024, max: 32 * 2 ** 20 }),
  quotaBytes: read.integer('MEDIA_QUOTA_BYTES', 2 ** 30, { min: 1_024, max: 2 ** 50 }),
});

type Database = { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'mysql' };

const FORMS =
  'must be file:/path or s3://bucket/prefix?region=REGION&endpoint=https://HOST, for example s3://images?region=eu-central-1.';

const readStore = (read: EnvReader, database: Database): MediaStoreConfig => {
  const accessKeyId = read.optional('MEDIA_ACCESS_KEY_ID');
  const secret = read.optional('MEDIA_SECRET_ACCESS_KEY');
  const text = read.optional('MEDIA_URL');
  if (text === null || text.startsWith('file:')) {
    const unused = secret !== null ? 'MEDIA_SECRET_ACCESS_KEY' : accessKeyId !== null ? 'MEDIA_ACCESS_KEY_ID' : null;
    if (unused)
      throw new ConfigError(unused, 'is set, but MEDIA_URL names no bucket; set MEDIA_URL=s3://… or remove it.');
    return { kind: 'folder', path: text === null ? defaultFolder(database) : readFolder(text) };
  }
  const place = readBucket(text);
  if (accessKeyId === null) throw new ConfigError('MEDIA_ACCESS_KEY_ID', 'is required with MEDIA_URL=s3://….');
  if (secret === null) throw new ConfigError('MEDIA_SECRET_ACCESS_KEY', 'is required with MEDIA_URL=s3://….');
  return { kind: 's3', ...place, accessKeyId, secretAccessKey: secret };
};

/** The data folder is that of the SQLite database. */
const defaultFolder = (database: Database): string =>
  database.kind === 'sqlite' ? join(dirname(database.path), 'media') : join('data', 'media');

const readFolder = (text: string): string => {
  const path = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  if (path !== '' && !path.startsWith('//')) return path;
  throw new ConfigError('MEDIA_URL', FORMS);
};

const readBucket = (text: string): { bucket: string; prefix: string; endpoint: string | null; region: string } => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:') throw new ConfigError('MEDIA_URL', FORMS);
  if (url.username || url.password) {
    const problem = 'must not contain keys; set MEDIA_ACCESS_KEY_ID and MEDIA_SECRET_ACCESS_KEY instead.';
    throw new ConfigError('MEDIA_URL', problem);
  }
  const { hostname: bucket, searchParams } = url;
  const prefix = url.pathname.split('/').filter(Boolean).join('/');
  const isGood = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && /^[\w!.*'()/-]*$/.test(prefix);
  const isKnown = [...searchParams.keys()].every((name) => name === 'region' || name === 'endpoint');
  if (!isGood || !isKnown || url.hash !== '') throw new ConfigError('MEDIA_URL', FORMS);
  const endpoint = readEndpoint(searchParams.get('endpoint'));
  const region = searchParams.get('region') ?? (endpoint === null ? null : 'us-east-1');
  if (region === null || !/^[\w-]{1,64}$/.test(region)) throw new ConfigError('MEDIA_URL', FORMS);
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region };
};

const readEndpoint = (text: string | null): string | null => {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && url.origin === text.replace(/\/$/, '') && /^https?:$/.test(url.protocol);
  if (isOrigin) return url.origin;
  throw new ConfigError('MEDIA_URL', 'the endpoint must be an address without a path, such as https://s3.example.com.');
};
