import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';

/** Certificates are always verified. */
export interface SocketOptions {
  /** The certificate authorities to trust; by default those of Node.js. */
  readonly secureContext?: SecureContext;
  /** Resolves host names, and may refuse addresses by failing; by default `dns.lookup`. */
  readonly lookup?: LookupFunction;
}

/** Connects to `origin`: with TLS and ALPN for `https:`, with plain TCP and prior knowledge of HTTP/2 for `http:`. */
export function openSocket(origin: string, { secureContext, lookup }: SocketOptions): Socket {
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  if (!isTls) return connectTcp({ host, port, lookup }).setNoDelay(true);
  return connectTls({ secureContext, lookup, ...serverName(host), host, port, ALPNProtocols: ['h2'] }).setNoDelay(true);
}

/** RFC 6066 forbids IP addresses as server names. */
const serverName = (host: string): { servername?: string } => (isIP(host) === 0 ? { servername: host } : {});
