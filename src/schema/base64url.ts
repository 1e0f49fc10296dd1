const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const PAIRS = Array.from({ length: 4096 }, (_, bits) => `${CHARACTERS[bits >> 6]}${CHARACTERS[bits & 63]}`);

export const toBase64url = (text: string): string => Buffer.from(text).toString('base64url');

/**
 * For short texts of ASCII that begin alike, which is encoded once. An answer has a hundred ids and cursors: two calls
 * into Node for each cost more than the encoding.
 */
export const asciiToBase64url = (start: string): ((end: string) => string) => {
  const whole = start.length - (start.length % 3);
  const head = toBase64url(start.slice(0, whole));
  const rest = start.slice(whole);
  return (end) => head + encode(rest + end);
};

const encode = (text: string): string => {
  const rest = text.length % 3;
  const whole = text.length - rest;
  let encoded = '';
  for (let index = 0; index < whole; index += 3) {
    const bits = (text.charCodeAt(index) << 16) | (text.charCodeAt(index + 1) << 8) | text.charCodeAt(index + 2);
    encoded += (PAIRS[bits >> 12] as string) + PAIRS[bits & 4095];
  }
  if (rest === 1) return encoded + PAIRS[text.charCodeAt(whole) << 4];
  if (rest === 0) return encoded;
  const bits = (text.charCodeAt(whole) << 10) | (text.charCodeAt(whole + 1) << 2);
  return encoded + PAIRS[bits >> 6] + CHARACTERS[bits & 63];
};
