import { startsWithTemplate, withStandIns } from './personal/template-text.js';

const MAX_LENGTH = 2_048;

/** The service refuses the same schemes: `FORBIDDEN_SCHEMES` in `src/services/rules/text-rules.ts`. */
const FORBIDDEN_SCHEMES: ReadonlySet<string> = new Set([
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

/** Whether the service accepts the address of an image or icon. Empty means none. */
export const isPicture = (address: string): boolean => {
  const url = address.trim();
  return url === '' || (isShort(url) && /^https?:\/\/\S+$/i.test(url) && !/\p{Cc}/u.test(url) && URL.canParse(url));
};

/** Whether the service accepts a link: a web address, or one with the app's own scheme. */
export const isLink = (address: string): boolean => {
  const url = address.trim();
  if (url === '') return true;
  if (!isShort(url) || /[\s\p{Cc}]/u.test(url) || !/^[a-z][a-z0-9+.-]*:\S+$/i.test(url)) return false;
  // The URL parser adds missing slashes after http.
  if (/^https?:(?!\/\/[^/\\])/i.test(url) || !URL.canParse(url)) return false;
  return !FORBIDDEN_SCHEMES.has(new URL(url).protocol);
};

/** As `isPicture`, for a field that may contain Liquid, which counts as a word. */
export const isPictureTemplate = (address: string): boolean =>
  startsWithTemplate(address) || isPicture(withStandIns(address));

/** As `isLink`, for a field that may contain Liquid, which counts as a word. */
export const isLinkTemplate = (address: string): boolean =>
  startsWithTemplate(address) || isLink(withStandIns(address));

const isShort = (url: string): boolean => [...url].length <= MAX_LENGTH;
