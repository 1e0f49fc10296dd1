import { type Logger, pino } from 'pino';
import type { Config } from './config/config.js';

/** JSON lines on standard output. What could hold a secret is never passed to it; these paths are the second fence. */
export const createLogger = (config: Pick<Config, 'logLevel' | 'logPretty'>): Logger =>
  pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS, censor: '[hidden]' },
    ...(config.logPretty ? { transport: { target: 'pino-pretty' } } : {}),
  });

const SECRETS = ['*.authorization', '*.password', '*.private_key', '*.api_key', '*.credentials', '*.device_secret'];
