const MAX_LENGTH = 2_048;

/** The service refuses the same ones: `FORBIDDEN_SCHEMES` of `src/services/rules/text-rules.ts`. */
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

/** Whether the service takes it as the address of an image or icon; an empty one stands for none. */
export const isPicture = (address: string): boolean => {
  const url = address.trim();
  return url === '' || (isShort(url) && /^https?:\/\/\S+$/i.test(url) && !/\p{Cc}/u.test(url) && URL.canParse(url));
};

/** Whether the service takes it as a link: a web address, or one of an application's own scheme. */
export const isLink = (address: string): boolean => {
  const url = address.trim();
  if (url === '') return true;
  if (!isShort(url) || /[\s\p{Cc}]/u.test(url) || !/^[a-z][a-z0-9+.-]*:\S+$/i.test(url)) return false;
  // The URL parser adds missing slashes after http.
  if (/^https?:(?!\/\/[^/\\])/i.test(url) || !URL.canParse(url)) return false;
  return !FORBIDDEN_SCHEMES.has(new URL(url).protocol);
};

const isShort = (url: string): boolean => [...url].length <= MAX_LENGTH;
