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
  const at = parseHttpDate(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - nowMs), MAX_WAIT_MS);
}

/** Reads the three forms of RFC 9110, 5.6.7. Date.parse alone reads "-5" and "1.5" as dates. */
const parseHttpDate = (text: string): number => {
  if (/^[A-Z][a-z]{2,8}, ?/.test(text)) return Date.parse(text);
  // The form of C's asctime() is always in UTC, but does not say so.
  return /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
};
