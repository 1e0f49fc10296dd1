import { isHttpUrl, isLink, MAX_URL } from '../../text/addresses.js';
import { isWithin } from '../../text/characters.js';
import { hidesText, normalizeName } from '../../text/safe-name.js';
import { codeOfText, type Violations } from './violations.js';

export const MAX_NAME = 255;

/**
 * Checks "any printable characters" (docs/rules.md#app-fields): at least one visible character, and none that hides or
 * reorders others. @returns the name as it is stored.
 */
export const checkName = (violations: Violations, field: string, name: string, most = MAX_NAME): string => {
  // Checks the length first: the rest takes milliseconds for a megabyte.
  const normal = isWithin(name, most) ? normalizeName(name) : name;
  const isGood = isWithin(normal, most) && normal.trim().length > 0 && !hidesText(normal);
  violations.check(
    isGood,
    field,
    `\`${field}\` must have 1 to ${most} printable characters, without control, zero-width or text-direction characters.`,
    codeOfText(normal, most),
  );
  return normal;
};

export const checkHttpUrl = (violations: Violations, field: string, url: string | null): void => {
  if (url === null) return;
  violations.check(
    isHttpUrl(url),
    field,
    `\`${field}\` must be an absolute http or https URL of at most ${MAX_URL} characters.`,
    isWithin(url, MAX_URL) ? 'INVALID' : 'TOO_LONG',
  );
};

export const checkLink = (violations: Violations, field: string, url: string | null): void => {
  if (url === null) return;
  violations.check(
    isLink(url),
    field,
    `\`${field}\` must be an absolute URL (http, https or an application's own scheme; never javascript: or data:) of at most ${MAX_URL} characters.`,
    isWithin(url, MAX_URL) ? 'INVALID' : 'TOO_LONG',
  );
};
