import { ConfigError } from '../errors.js';
import type { EnvReader } from './env-reader.js';

const MAX_ORIGINS = 100;

/** `ALLOWED_ORIGINS`: exact origins without wildcards, because a page with a key may send to everybody. */
export const readAllowedOrigins = (read: EnvReader): readonly string[] => {
  const text = read.optional('ALLOWED_ORIGINS');
  const origins = text === null ? [] : text.split(',').map((part) => part.trim());
  if (origins.length <= MAX_ORIGINS && origins.every(isOrigin)) return Object.freeze(origins);
  throw new ConfigError(
    'ALLOWED_ORIGINS',
    `must list at most ${MAX_ORIGINS} origins, separated by commas, such as http://localhost:5173, https://admin.example.com.`,
  );
};

const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
