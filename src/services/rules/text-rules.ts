import { isWithin } from '../../text/characters.js';
import { hidesText, normalizeName } from '../../text/safe-name.js';
import { codeOfText, type Violations } from './violations.js';

export const MAX_NAME = 255;
const MAX_URL = 2048;

/**
 * "Any printable characters" (docs/rules.md#app-fields): at least one that can be seen, and none that hides or reorders
 * others. @returns the name as it is stored.
 */
export const checkName = (violations: Violations, field: string, name: string): string => {
  // The length first: the rest takes milliseconds for a megabyte.
  const normal = isWithin(name, MAX_NAME) ? normalizeName(name) : name;
  const isGood = isWithin(normal, MAX_NAME) && normal.trim().length > 0 && !hidesText(normal);
  violations.check(
    isGood,
    field,
    `\`${field}\` must have 1 to ${MAX_NAME} printable characters, without control, zero-width or text-direction characters.`,
    codeOfText(normal, MAX_NAME),
  );
  return normal;
};

export const checkHttpUrl = (violations: Violations, field: string, url: string | null): void => {
  if (url === null) return;
  const parsed = parseUrl(url);
  violations.check(
    parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:'),
    field,
    `\`${field}\` must be an absolute http or https URL of at most ${MAX_URL} characters.`,
    isWithin(url, MAX_URL) ? 'INVALID' : 'TOO_LONG',
  );
};

/** Schemes that run code, carry content or wrap another address. The console refuses the same (`isLink` in its `addresses.ts`). */
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

/** A link may have an application's own scheme (docs/rules.md#push-fields). */
export const checkLink = (violations: Violations, field: string, url: string | null): void => {
  if (url === null) return;
  const parsed = parseUrl(url);
  violations.check(
    parsed !== null && !FORBIDDEN_SCHEMES.has(parsed.protocol),
    field,
    `\`${field}\` must be an absolute URL (http, https or an application's own scheme; never javascript: or data:) of at most ${MAX_URL} characters.`,
    isWithin(url, MAX_URL) ? 'INVALID' : 'TOO_LONG',
  );
};

const parseUrl = (text: string): URL | null => {
  // The URL parser forgives white space and control characters that others would not.
  if (!isWithin(text, MAX_URL) || /[\s\p{Cc}]/u.test(text) || !/^[a-z][a-z0-9+.-]*:\S+$/i.test(text)) return null;
  // It also puts in slashes that are missing after http, or turns backslashes round.
  if (/^https?:(?!\/\/[^/\\])/i.test(text)) return null;
  return URL.canParse(text) ? new URL(text) : null;
};
