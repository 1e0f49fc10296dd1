import { ConfigError } from '../errors.js';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | null;
  readonly password: string | null;
  readonly db: number;
  readonly tls: boolean;
}

const DEFAULT_PORT = 6379;
const SHAPE = 'must be redis://user:password@host:port/number, or rediss:// for TLS.';

/** The value is never repeated in an error: it may hold a password. */
export const parseRedisUrl = (text: string): RedisAddress => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const db = /^\/?(\d{0,4})$/.exec(url?.pathname ?? '');
  if (!url || !PROTOCOLS.has(url.protocol) || !url.hostname || !db || url.search || url.hash) {
    throw new ConfigError('REDIS_URL', SHAPE);
  }
  return {
    // The brackets of an IPv6 address belong to the URL alone.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port ? Number(url.port) : DEFAULT_PORT,
    username: decode(url.username) || null,
    password: decode(url.password) || null,
    db: Number(db[1] || 0),
    tls: url.protocol === 'rediss:',
  };
};

const PROTOCOLS: ReadonlySet<string> = new Set(['redis:', 'rediss:']);

/** @throws ConfigError for a percent sign that stands for itself, as one in a password may. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError('REDIS_URL', 'has a percent sign that begins no code; write %25 for the sign itself.');
  }
};
