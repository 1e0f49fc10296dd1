const BASE_MS = 1000;
const CAP_MS = 5 * 60 * 1000;

/**
 * Milliseconds until the next try: exponential with full jitter, never before what the provider asked for.
 * The jitter comes on top of `afterMs`, or everyone told the same Retry-After would return in the same moment.
 *
 * @param attempt how many tries there have been, from 1
 * @param random uniform in [0, 1)
 */
export function retryDelayMs(options: { attempt: number; afterMs: number | null; random: () => number }): number {
  const ceilingMs = Math.min(CAP_MS, BASE_MS * 2 ** (Math.max(1, options.attempt) - 1));
  const jitterMs = Math.floor(options.random() * ceilingMs);
  return options.afterMs === null ? jitterMs : options.afterMs + jitterMs;
}
