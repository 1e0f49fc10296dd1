import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from '../errors.js';

/** Settings that hold a secret. `<NAME>_FILE` names a file that has it instead, as orchestrators mount secrets. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'JOBS_URL',
  'REDIS_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'BOOTSTRAP_API_KEY',
  'OIDC_CLIENT_SECRET',
] as const;

const MAX_BYTES = 65_536;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The environment with the secrets that lie in files, each without the line break that editors put at its end.
 * @throws ConfigError with one line that names the variable and never what the file holds.
 */
export const withSecretFiles = (env: Env): Env => {
  const found = SECRET_SETTINGS.flatMap((name) => {
    const path = env[`${name}_FILE`]?.trim();
    return path ? [[name, readSecret(env, name, path)]] : [];
  });
  return { ...env, ...Object.fromEntries(found) };
};

const readSecret = (env: Env, name: string, path: string): string => {
  const variable = `${name}_FILE`;
  // Which of the two was meant nobody can know, and a secret that is not used is one that was forgotten somewhere.
  if (env[name]?.trim()) throw new ConfigError(variable, `${name} is set as well; keep one of the two.`);
  const text = readText(variable, path).trim();
  if (!text) throw new ConfigError(variable, `the file is empty; write the value of ${name} into it.`);
  // Addresses are read without their line breaks, so that two lines would become one strange value.
  if (/[\r\n]/.test(text)) throw new ConfigError(variable, `the file has several lines; ${name} is one.`);
  return text;
};

/** The text of a file that a setting names. @param what how the operator knows it. */
export const readText = (variable: string, path: string, what = 'the file'): string => {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new ConfigError(variable, `${what} is no file; name one.`);
    if (stats.size > MAX_BYTES) throw new ConfigError(variable, `${what} is larger than ${MAX_BYTES} bytes.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigError(variable, `${what} cannot be read${code}; check its path and its permissions.`);
  }
};
