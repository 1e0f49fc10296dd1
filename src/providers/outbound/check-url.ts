import { isIP } from 'node:net';
import { type HostSuffixes, isCovered } from './host-suffixes.js';
import { isPublicAddress } from './is-public-address.js';

export type CheckedUrl =
  | { readonly isAllowed: true; readonly url: URL }
  | { readonly isAllowed: false; readonly reason: string };

/** Ports of TLS web servers; '' is what URL makes of 443. */
const ALLOWED_PORTS = new Set(['', '8443']);

/**
 * Judges an address that a user may set (web push endpoint, `token_uri`) by what is written in it. Names are judged
 * again when they are resolved, by guardedLookup; literal addresses never reach a lookup, so they are judged here.
 * URL has already normalised decimal, octal, hexadecimal and short forms of IPv4 to four decimal numbers.
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

/** False for literal addresses that are not public and for names that never are. Other names are judged at connect. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  // One label is a machine of the local network, whatever the resolver's search list makes of it.
  return name.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)$/i.test(name);
}

/** Reads it once: canParse would read it a second time, for each message. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

const isHttp = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

const refused = (reason: string): CheckedUrl => ({ isAllowed: false, reason });
