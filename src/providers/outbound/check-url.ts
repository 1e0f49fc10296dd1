import { isIP } from 'node:net';
import { type HostSuffixes, isCovered } from './host-suffixes.js';
import { isPublicAddress } from './is-public-address.js';

export type CheckedUrl =
  | { readonly isAllowed: true; readonly url: URL }
  | { readonly isAllowed: false; readonly reason: string };

/** Ports of TLS web servers; URL turns 443 into ''. */
const ALLOWED_PORTS = new Set(['', '8443']);

/**
 * Checks the text of a URL that a user may set (web push endpoint, `token_uri`). `guardedLookup` checks names again
 * when they are resolved; literal addresses never reach a lookup, so they are checked only here. URL has already
 * normalised decimal, octal, hexadecimal and short forms of IPv4.
 */
export function checkUrl(text: string, options: { allowPrivate: boolean; hosts?: HostSuffixes | null }): CheckedUrl {
  const url = parseUrl(text);
  if (url === null) return refused('not a URL');
  if (url.username !== '' || url.password !== '') return refused('user name in the URL');
  if (options.hosts && !isCovered(url.hostname, options.hosts)) return refused('host not in WEBPUSH_HOSTS');
  if (options.allowPrivate) return isHttp(url) ? { isAllowed: true, url } : refused('not https');
  if (url.protocol !== 'https:') return refused('not https');
  if (!ALLOWED_PORTS.has(url.port)) return refused('port not allowed');
  if (!isPublicHost(url.hostname)) return refused('address not public');
  return { isAllowed: true, url };
}

/** False for private literal addresses and local names. Other names are checked when they are resolved. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  // A single label is a machine of the local network.
  return name.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)$/i.test(name);
}

/** Parses only once per message; `canParse` would parse a second time. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

const isHttp = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

const refused = (reason: string): CheckedUrl => ({ isAllowed: false, reason });
