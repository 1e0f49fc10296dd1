import type { Logger } from 'pino';
import { createLogger } from '../../src/logger.js';

/** The service's log, which keeps its lines instead of writing them. */
export const keptLog = (lines: Record<string, unknown>[]): Logger =>
  createLogger(
    { logLevel: 'info', logPretty: false, tracing: false },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
