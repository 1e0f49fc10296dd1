import { ConfigError } from '../errors.js';
import type { EnvReader } from './env-reader.js';

/** Where rules for clocks come from. */
export interface TzdataConfig {
  /** `auto`: the newest of those that are there. */
  readonly source: (typeof SOURCES)[number];
  /** In place of the usual folder; null: that. */
  readonly path: string | null;
}

const SOURCES = ['auto', 'node', 'system', 'package'] as const;

export const readTzdata = (read: EnvReader): TzdataConfig => {
  const source = read.oneOf('TZDATA', SOURCES, 'auto');
  const path = read.optional('TZDATA_PATH');
  if (source !== 'node' || path === null) return { source, path };
  throw new ConfigError('TZDATA_PATH', 'is of no use with TZDATA=node; set TZDATA to auto, or leave it out.');
};
