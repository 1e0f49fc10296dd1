import type { AttemptResult } from '../../entities/webhook-message.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delay after each failed attempt, as Standard Webhooks 1.0 suggests: ten attempts in about three days. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Delays grow by up to this share, so that the messages of an outage do not return at one moment. */
const JITTER = 0.1;
const FIRST_PAUSE_MS = 5 * SECOND_MS;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;

/** The results after which the endpoint gets nothing for a while; after the others only the message waits. */
const PAUSING: ReadonlySet<AttemptResult> = new Set([
  'SLOWED',
  'TIMEOUT',
  'CONNECTION_FAILED',
  'CERTIFICATE',
  'NAME_NOT_FOUND',
  'ADDRESS_NOT_PUBLIC',
]);

/** Returns the delay until the next attempt; null after the last. @param random in [0, 1) */
export const retryDelayMs = (attempts: number, random: number): number | null => {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + JITTER * random));
};

interface Failure {
  readonly result: AttemptResult;
  readonly retryAfterMs: number | null;
  /** Failed requests since the last success, this one included. */
  readonly failures: number;
}

/** Returns how long the endpoint gets nothing after a failed request. @param random in [0, 1) */
export const pauseMs = ({ result, retryAfterMs, failures }: Failure, random: number): number => {
  if (!PAUSING.has(result)) return 0;
  const backoffMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
  return Math.max(retryAfterMs ?? 0, Math.round(backoffMs * (1 + JITTER * random)));
};
