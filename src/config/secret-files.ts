import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from '../errors.js';

/** Settings that hold a secret, besides the URLs of sinks. `<NAME>_FILE` names a file that holds it instead, as orchestrators mount secrets. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'JOBS_URL',
  'REDIS_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'BOOTSTRAP_API_KEY',
  'OIDC_CLIENT_SECRET',
  'MEDIA_SECRET_ACCESS_KEY',
  'SMTP_URL',
] as const;

const MAX_BYTES = 65_536;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment with secrets read from their files, without the trailing line break that editors add.
 * @param names the settings that may be in a file.
 * @throws ConfigError with one line that names the variable and never the content of the file.
 */
export const withSecretFiles = (env: Env, names: readonly string[]): Env => {
  const found = names.flatMap((name) => {
    const path = env[`${name}_FILE`]?.trim();
    return path ? [[name, readSecret(env, name, path)]] : [];
  });
  return { ...env, ...Object.fromEntries(found) };
};

const readSecret = (env: Env, name: string, path: string): string => {
  const variable = `${name}_FILE`;
  // It is unclear which of the two was meant, and an unused secret would be forgotten somewhere.
  if (env[name]?.trim()) throw new ConfigError(variable, `${name} is set as well; keep one of the two.`);
  const text = readText(variable, path).trim();
  if (!text) throw new ConfigError(variable, `the file is empty; write the value of ${name} into it.`);
  // URL parsing drops line breaks, so two lines would become one wrong value.
  if (/[\r\n]/.test(text)) throw new ConfigError(variable, `the file has several lines; ${name} must be one line.`);
  return text;
};

/** Reads the file that a setting names. @param what the setting's name, for errors. */
export const readText = (variable: string, path: string, what = 'the file'): string => {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new ConfigError(variable, `${what} is not a regular file; name one.`);
    if (stats.size > MAX_BYTES) throw new ConfigError(variable, `${what} is larger than ${MAX_BYTES} bytes.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigError(variable, `${what} cannot be read${code}; check its path and its permissions.`);
  }
};
