import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from '../outbound/connection-options.js';

/**
 * The socket under a session: TLS that must agree on HTTP/2, or plain TCP for HTTP/2 with prior knowledge.
 */
export function openSocket(origin: string, connection: ConnectionOptions): Socket {
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  if (!isTls) return connectTcp({ host, port, lookup: connection.lookup }).setNoDelay(true);
  return connectTls({ ...connection, ...serverName(host), host, port, ALPNProtocols: ['h2'] }).setNoDelay(true);
}

/** Server names are names: RFC 6066 forbids addresses. */
const serverName = (host: string): { servername?: string } => (isIP(host) === 0 ? { servername: host } : {});
