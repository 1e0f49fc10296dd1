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

/** Errors never repeat the value, which may hold a password. */
export const parseRedisUrl = (text: string): RedisAddress => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const db = /^\/?(\d{0,4})$/.exec(url?.pathname ?? '');
  if (!url || !PROTOCOLS.has(url.protocol) || !url.hostname || !db || url.search || url.hash) {
    throw new ConfigError('REDIS_URL', SHAPE);
  }
  return {
    // Only the URL has brackets around an IPv6 address.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port ? Number(url.port) : DEFAULT_PORT,
    username: decode(url.username) || null,
    password: decode(url.password) || null,
    db: Number(db[1] || 0),
    tls: url.protocol === 'rediss:',
  };
};

const PROTOCOLS: ReadonlySet<string> = new Set(['redis:', 'rediss:']);

/** @throws ConfigError for an unencoded percent sign, which a password may contain. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError('REDIS_URL', 'has a percent sign that does not start a code; write %25 for a percent sign.');
  }
};
