const FORBIDDEN_IN_NAMES = /[^!#$%&'*+.^_`|~0-9a-z-]/;
const FORBIDDEN_IN_VALUES = /[^\t\x20-\x7e\x80-\xff]/;
const PSEUDO = new Set([':method', ':scheme', ':authority', ':path']);
/** Headers of HTTP/1.1 connections (RFC 9113, 8.2.2). */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

export type Headers = Readonly<Record<string, string>>;

/** Whether HTTP/2 allows these headers in a request: names in lower case, pseudo headers first, no line breaks. */
export function areAllowedHeaders(headers: Headers): boolean {
  let isPseudo = true;
  for (const [name, value] of Object.entries(headers)) {
    if (!isAllowedName(name) || !isAllowedValue(value)) return false;
    if (isPseudoName(name) && !isPseudo) return false;
    isPseudo = isPseudoName(name);
  }
  return true;
}

export const isAllowedName = (name: string): boolean =>
  isPseudoName(name) || (name !== '' && !FORBIDDEN_IN_NAMES.test(name) && !CONNECTION_HEADERS.has(name));

export const isAllowedValue = (value: string): boolean => !FORBIDDEN_IN_VALUES.test(value);

export const isPseudoName = (name: string): boolean => PSEUDO.has(name);
