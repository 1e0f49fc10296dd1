import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Config } from './config/config.js';
import { logTime } from './log-time.js';
import type { OutageLog } from './outage-log.js';
import { traceFields } from './tracing.js';

/** Lines are written together, after this time or number at most. */
const FLUSH_MS = 50;
const FLUSH_LINES = 64;

/**
 * JSON lines on standard output, or readable lines for people. Callers never pass secrets; redacting these paths is the
 * second defence.
 */
export const createLogger = (
  config: Pick<Config, 'logLevel' | 'logPretty' | 'tracing'>,
  output: DestinationStream = config.logPretty ? openPrettyOutput() : openOutput(),
  outage: Pick<OutageLog, 'pass'> | null = null,
): Logger => {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: logTime,
    formatters: { level: (label) => ({ level: label }) },
    ...(config.tracing ? { mixin: traceFields } : {}),
    serializers: { err: describeError },
    ...(outage === null ? {} : { hooks: { logMethod: passBy(outage) } }),
    redact: { paths: SECRETS, censor: '[hidden]' },
  };
  return pino(options, output);
};

const passBy = (outage: Pick<OutageLog, 'pass'>): NonNullable<LoggerOptions['hooks']>['logMethod'] =>
  function (this: Logger, line, write) {
    outage.pass(line[0], () => write.apply(this, line));
  };

/** Logs only some properties of an error: database errors carry the statement and its parameters. */
const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, code, stack };
};

const SECRETS = ['*.authorization', '*.password', '*.private_key', '*.api_key', '*.credentials', '*.device_secret'];

/** Writes each line at once, because people are waiting. */
const openPrettyOutput = (): DestinationStream => {
  const colorize = process.stdout.isTTY && process.stdout.hasColors();
  const toText = prettyFactory({ colorize, singleLine: true, translateTime: 'SYS:HH:MM:ss' });
  return { write: (line) => void process.stdout.write(toText(line)) };
};

/** Writes lines together: one write per line took a sixth of a small request. Only SIGKILL can lose the last ones. */
const openOutput = (): DestinationStream => {
  const output = pino.destination({ dest: 1, sync: true });
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    output.write(text);
  };
  const write = (line: string): void => {
    lines.push(line);
    if (lines.length >= FLUSH_LINES) flush();
  };
  setInterval(flush, FLUSH_MS).unref();
  process.on('exit', flush);
  return { write };
};
