import { isWithin } from './characters.js';

export const MAX_URL = 2048;

/**
 * Schemes that run code, carry content or wrap another address. The console refuses the same (`isLink` in its
 * `addresses.ts`).
 */
const FORBIDDEN_SCHEMES = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'filesystem:',
  'view-source:',
  'jar:',
  'feed:',
]);

export const isHttpUrl = (text: string): boolean => {
  const parsed = parseUrl(text);
  return parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:');
};

/** A link may use an application's own scheme (docs/rules.md#push-fields). */
export const isLink = (text: string): boolean => {
  const parsed = parseUrl(text);
  return parsed !== null && !FORBIDDEN_SCHEMES.has(parsed.protocol);
};

const parseUrl = (text: string): URL | null => {
  // The URL parser accepts white space and control characters that others refuse.
  if (!isWithin(text, MAX_URL) || /[\s\p{Cc}]/u.test(text) || !/^[a-z][a-z0-9+.-]*:\S+$/i.test(text)) return null;
  // It also adds slashes that are missing after http, and turns backslashes around.
  if (/^https?:(?!\/\/[^/\\])/i.test(text)) return null;
  return URL.canParse(text) ? new URL(text) : null;
};
