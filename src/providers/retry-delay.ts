const BASE_MS = 1000;
const CAP_MS = 5 * 60 * 1000;

/**
 * Returns milliseconds until the next try: exponential backoff with full jitter, never sooner than `afterMs`. The
 * jitter is added to `afterMs`, or all messages with the same Retry-After would be retried at the same moment.
 *
 * @param attempt number of tries so far, from 1
 * @param random uniform in [0, 1)
 */
export function retryDelayMs(options: { attempt: number; afterMs: number | null; random: () => number }): number {
  const ceilingMs = Math.min(CAP_MS, BASE_MS * 2 ** (Math.max(1, options.attempt) - 1));
  const jitterMs = Math.floor(options.random() * ceilingMs);
  return options.afterMs === null ? jitterMs : options.afterMs + jitterMs;
}
