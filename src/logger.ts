import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config/config.js';

/** A line waits no longer than this for others to be written with. */
const FLUSH_MS = 50;
const FLUSH_BYTES = 8192;

/** JSON lines on standard output. What could hold a secret is never passed to it; these paths are the second fence. */
export const createLogger = (config: Pick<Config, 'logLevel' | 'logPretty'>): Logger => {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS, censor: '[hidden]' },
  };
  return config.logPretty ? pino({ ...options, transport: { target: 'pino-pretty' } }) : pino(options, openOutput());
};

const SECRETS = ['*.authorization', '*.password', '*.private_key', '*.api_key', '*.credentials', '*.device_secret'];

/** Lines are written together: a write for each took a sixth of a small request. Only SIGKILL can lose the last ones. */
const openOutput = (): DestinationStream => {
  const output = pino.destination({ dest: 1, sync: true, minLength: FLUSH_BYTES, periodicFlush: FLUSH_MS });
  process.on('exit', () => output.flushSync());
  return output;
};
