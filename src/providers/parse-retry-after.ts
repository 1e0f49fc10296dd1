/** Longer waits are shortened: no provider may delay a message for weeks. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the milliseconds to wait by a Retry-After header (RFC 9110, 10.2.3: whole seconds or an HTTP date), at most a
 * day. Returns null if the header is absent or malformed.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim();
  if (text === undefined || text === '') return null;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_WAIT_MS);
  // Date.parse reads "-5" and "1.5" as dates; an HTTP date begins with the name of the day.
  const at = /^[A-Z][a-z]{2,8}, ?/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - nowMs), MAX_WAIT_MS);
}
