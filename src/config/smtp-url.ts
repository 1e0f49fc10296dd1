import { ConfigError } from '../errors.js';
import type { EnvReader } from './env-reader.js';

/** The SMTP server that sends e-mails about alerts. */
export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly isTls: boolean;
  /** STARTTLS must work: without it, nothing is sent. */
  readonly requiresTls: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** `SMTP_FROM`. */
  readonly from: string;
}

const SHAPE = 'must be smtp://user:password@host:587 (STARTTLS), or smtps://user:password@host:465.';
const PORTS: Readonly<Record<string, number | undefined>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** Returns null if no server is configured. Errors never repeat the value, which may hold a password. */
export const readSmtp = (read: EnvReader): SmtpConfig | null => {
  const text = read.optional('SMTP_URL');
  const from = read.optional('SMTP_FROM');
  if (text === null && from === null) return null;
  if (text === null) throw new ConfigError('SMTP_URL', 'is required with SMTP_FROM.');
  const server = readServer(text);
  if (from === null)
    throw new ConfigError('SMTP_FROM', 'is required with SMTP_URL, for example pushgraph@example.com.');
  if (!/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(from)) {
    throw new ConfigError('SMTP_FROM', 'must be one e-mail address, for example pushgraph@example.com.');
  }
  return Object.freeze({ ...server, from });
};

const readServer = (text: string): Omit<SmtpConfig, 'from'> => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const usualPort = PORTS[url?.protocol ?? ''];
  if (!url || usualPort === undefined || !url.hostname || !/^\/?$/.test(url.pathname) || url.search || url.hash) {
    throw new ConfigError('SMTP_URL', SHAPE);
  }
  // Only the URL has brackets around an IPv6 address.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = url.protocol === 'smtps:';
  return {
    ...{ host, isTls, port: url.port ? Number(url.port) : usualPort },
    requiresTls: !isTls && !LOOPBACK.has(host),
    user: decode(url.username) || null,
    password: decode(url.password) || null,
  };
};

/** @throws ConfigError for an unencoded percent sign, which a password may contain. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError('SMTP_URL', 'has a percent sign that does not start a code; write %25 for a percent sign.');
  }
};
