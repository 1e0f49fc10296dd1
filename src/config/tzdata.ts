import { ConfigError } from '../errors.js';
import type { EnvReader } from './env-reader.js';

/** The source of time-zone rules. */
export interface TzdataConfig {
  /** `auto` uses the newest available. */
  readonly source: (typeof SOURCES)[number];
  /** Replaces the usual folder; null keeps it. */
  readonly path: string | null;
}

const SOURCES = ['auto', 'node', 'system', 'package'] as const;

export const readTzdata = (read: EnvReader): TzdataConfig => {
  const source = read.oneOf('TZDATA', SOURCES, 'auto');
  const path = read.optional('TZDATA_PATH');
  if (source !== 'node' || path === null) return { source, path };
  throw new ConfigError('TZDATA_PATH', 'has no effect with TZDATA=node; set TZDATA to auto, or omit TZDATA_PATH.');
};
