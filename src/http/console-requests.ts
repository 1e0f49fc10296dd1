import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import { SESSION_MS } from '../services/members/session-service.js';

/** Another site's page cannot send this header without a preflight, which is never answered. */
const CONSOLE_HEADER = 'x-pushgraph-console';
const COOKIE = 'pushgraph_session';
/** With this prefix, browsers accept a cookie only from this very host over TLS, so no sibling host can plant one. */
const SECURE_COOKIE = `__Host-${COOKIE}`;

/** The address of a request, over HTTP or as a WebSocket upgrade. */
export type Asked = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

/** Judges the origin and session cookie of browser requests. */
export class ConsoleRequests {
  private readonly publicHost: string | null;

  /** @param publicUrl `PUBLIC_URL`, without a trailing slash; null uses the address of each request. */
  constructor(private readonly publicUrl: string | null) {
    this.publicHost = publicUrl === null ? null : new URL(publicUrl).host;
  }

  /** The base for links: `https://push.example.com`. */
  originOf({ protocol, host }: Asked): string {
    return this.publicUrl ?? `${protocol}://${host}`;
  }

  /** The token of the session cookie, or null. */
  tokenOf(request: Asked): string | null {
    return readCookie(request, this.isSecure(request) ? SECURE_COOKIE : COOKIE);
  }

  /**
   * Checks that a request that changes something, or reads with a cookie, comes from the console on this host.
   * `SameSite=Strict` is the first defence, this the second. @throws FORBIDDEN
   */
  check(request: Asked): void {
    if (request.headers[CONSOLE_HEADER] !== '1') {
      throw new AppError('FORBIDDEN', `Send the header "${CONSOLE_HEADER}: 1" with console requests.`);
    }
    if (!isFromOwnPage(request)) {
      throw new AppError('FORBIDDEN', 'Requests from pages of other sites are not accepted.');
    }
  }

  /** Whether a request without a key relies on its cookie. */
  meansSession({ headers }: Asked): boolean {
    return headers.authorization === undefined && headers[CONSOLE_HEADER] === '1';
  }

  signIn(request: Asked, reply: FastifyReply, token: string): void {
    const maxAge = Math.floor(SESSION_MS / 1_000);
    reply.header('set-cookie', this.toCookie(request, token, maxAge));
  }

  signOut(request: Asked, reply: FastifyReply): void {
    reply.header('set-cookie', this.toCookie(request, '', 0));
  }

  /** Whether the client used TLS, as far as this process knows: it may end at a proxy. */
  isSecure({ protocol, host }: Asked): boolean {
    return protocol === 'https' || (this.publicUrl?.startsWith('https:') === true && host === this.publicHost);
  }

  private toCookie(request: Asked, token: string, maxAgeSeconds: number): string {
    const secure = this.isSecure(request);
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
    return `${secure ? SECURE_COOKIE : COOKIE}=${token}; ${attributes}`;
  }
}

/** The value of a cookie, or null. Of several with one name, the first counts, as on most servers. */
export const readCookie = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null => {
  for (const part of headers.cookie?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
};

/** Browsers send one or both of these headers; a request without them is not a browser's. */
const isFromOwnPage = (request: Asked): boolean => {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || isFromOwnHost(request);
};

/** Whether `Origin` is a page of this host, with any scheme: TLS may end before this process. */
export const isFromOwnHost = ({ headers: { origin, host: asked }, host }: Asked): boolean =>
  origin !== undefined && (isOfHost(origin, asked) || isOfHost(origin, host));

const isOfHost = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;
