/** Longer waits are not believed: nothing may park a message for weeks. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * Milliseconds to wait from now, by a Retry-After header (RFC 9110, 10.2.3: whole seconds or an HTTP date).
 * Null where there is none or it cannot be read. At most a day.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim();
  if (text === undefined || text === '') return null;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_WAIT_MS);
  // Date.parse also takes "-5" and "1.5" as years and months; an HTTP date begins with the day's name.
  const at = /^[A-Z][a-z]{2,8}, ?/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - nowMs), MAX_WAIT_MS);
}
