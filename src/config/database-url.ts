import { ConfigError } from '../errors.js';
import type { DatabaseConfig } from './config.js';
import { parseMysqlTls } from './mysql-tls.js';

const DEFAULT_MYSQL_PORT = 3306;

/**
 * Parses `sqlite:PATH` or `mysql://user:password@host:port/db?ssl=true`. Errors never repeat the value, which holds a
 * password.
 */
export const parseDatabaseUrl = (text: string): DatabaseConfig => {
  if (text.startsWith('sqlite:')) return parseSqlite(text.slice('sqlite:'.length));
  if (text.startsWith('mysql://') && URL.canParse(text)) return parseMysql(new URL(text));
  throw new ConfigError('DATABASE_URL', 'must be sqlite:PATH or mysql://user:password@host:port/database.');
};

const parseSqlite = (path: string): DatabaseConfig => {
  if (path && path !== ':memory:') return { kind: 'sqlite', path };
  throw new ConfigError('DATABASE_URL', 'sqlite: needs the path of a file, for example sqlite:./data/pushgraph.db.');
};

const parseMysql = (url: URL): DatabaseConfig => {
  const [database, user, password] = [url.pathname.slice(1), url.username, url.password].map(decode);
  if (!url.hostname || !database || database.includes('/')) {
    throw new ConfigError('DATABASE_URL', 'needs a host and a database: mysql://user:password@host:port/database.');
  }
  // Only the URL has brackets around an IPv6 address.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    kind: 'mysql',
    host,
    port: url.port ? Number(url.port) : DEFAULT_MYSQL_PORT,
    user: user ?? '',
    password: password ?? '',
    database,
    tls: parseMysqlTls(url.searchParams, host),
  };
};

/** @throws ConfigError for an unencoded percent sign, which a password may contain. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(
      'DATABASE_URL',
      'has a percent sign that does not start a code; write %25 for a percent sign.',
    );
  }
};
