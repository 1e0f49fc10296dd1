import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../errors.js';
import type { MysqlTls } from './config.js';
import { readText } from './secret-files.js';

const VARIABLE = 'DATABASE_URL';
const PARAMETERS: readonly string[] = ['ssl', 'ssl-mode', 'ssl-ca', 'ssl-cert', 'ssl-key'];

/** The modes of MySQL's own programs, without PREFERRED, which silently falls back to plain text. */
const MODES: Readonly<Record<string, MysqlTls['verify'] | null>> = {
  DISABLED: null,
  REQUIRED: 'nothing',
  VERIFY_CA: 'authority',
  VERIFY_IDENTITY: 'identity',
};

/**
 * Reads `?ssl=true` or `?ssl-mode=…`, with `ssl-ca`, `ssl-cert` and `ssl-key` as PEM files.
 * @param parameters of DATABASE_URL. Unknown ones are refused, because they may have been meant to enable encryption.
 */
export const parseMysqlTls = (parameters: URLSearchParams, host: string): MysqlTls | null => {
  for (const name of new Set(parameters.keys())) {
    if (!PARAMETERS.includes(name)) throw refusal(`accepts only ${PARAMETERS.join(', ')} after its question mark.`);
    if (parameters.getAll(name).length > 1) throw refusal(`has ${name} more than once.`);
  }
  const verify = readVerify(parameters);
  const pathOf = (name: string): string | null => parameters.get(name) || null;
  const [ca, cert, key] = [pathOf('ssl-ca'), pathOf('ssl-cert'), pathOf('ssl-key')];
  if (verify === null) {
    if (ca || cert || key) throw refusal('names files for TLS but does not enable it; add ssl=true.');
    return null;
  }
  if (verify === 'identity' && isIP(host)) {
    throw refusal(
      'checks the name in the certificate, so it needs a host name; for an address use ssl-mode=VERIFY_CA.',
    );
  }
  if (!cert !== !key) throw refusal('needs both ssl-cert and ssl-key, or neither.');
  return { verify, ca: ca && readCertificates('ssl-ca', ca), client: cert && key ? readClient(cert, key) : null };
};

/** Text that is not PEM would otherwise end the process later, during a handshake. */
const readCertificates = (name: string, path: string): string => {
  const text = readText(VARIABLE, path, `the file of ${name}`);
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw refusal(`names a file by ${name} that holds no certificate in PEM.`);
  }
};

const readClient = (certPath: string, keyPath: string): MysqlTls['client'] => {
  const cert = readCertificates('ssl-cert', certPath);
  const key = readText(VARIABLE, keyPath, 'the file of ssl-key');
  try {
    createSecureContext({ cert, key });
    return { cert, key };
  } catch {
    throw refusal('names a file by ssl-key that does not hold the key of ssl-cert, in PEM and without a passphrase.');
  }
};

/** null without TLS. */
const readVerify = (parameters: URLSearchParams): MysqlTls['verify'] | null => {
  const [ssl, mode] = [parameters.get('ssl'), parameters.get('ssl-mode')];
  if (ssl !== null && mode !== null) throw refusal('has both ssl and ssl-mode; keep one of the two.');
  if (mode !== null) {
    const verify = MODES[mode.toUpperCase()];
    if (verify !== undefined) return verify;
    throw refusal(`accepts only ${Object.keys(MODES).join(', ')} as ssl-mode.`);
  }
  if (ssl === null || ssl === 'false') return null;
  if (ssl === 'true') return 'identity';
  throw refusal('accepts ssl=true or ssl=false; use ssl-mode for anything else.');
};

const refusal = (problem: string): ConfigError => new ConfigError(VARIABLE, problem);
