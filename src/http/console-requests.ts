import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import { SESSION_MS } from '../services/members/session-service.js';

/** A page of another site cannot send it without being asked first, and nobody answers that question. */
const CONSOLE_HEADER = 'x-pushgraph-console';
const COOKIE = 'pushgraph_session';
/** With this prefix browsers take a cookie only from this very host over TLS: no sibling can plant one. */
const SECURE_COOKIE = `__Host-${COOKIE}`;

/** What says where a request came to: of HTTP, or what began a WebSocket. */
export type Asked = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

/** How people reach this service, and what their browsers bring. */
export class ConsoleRequests {
  private readonly publicHost: string | null;

  /** @param publicUrl `PUBLIC_URL`, without a slash at its end; null: whatever a request came to. */
  constructor(private readonly publicUrl: string | null) {
    this.publicHost = publicUrl === null ? null : new URL(publicUrl).host;
  }

  /** For links: `https://push.example.com`. */
  originOf({ protocol, host }: Asked): string {
    return this.publicUrl ?? `${protocol}://${host}`;
  }

  /** The token of the session cookie; null: there is none. */
  tokenOf(request: Asked): string | null {
    return readCookie(request, this.isSecure(request) ? SECURE_COOKIE : COOKIE);
  }

  /**
   * Of a request that changes something, or reads with a cookie: it must come from a page of this host and say that it
   * is the console's. `SameSite=Strict` is the first fence, this the second. @throws FORBIDDEN
   */
  check(request: Asked): void {
    if (request.headers[CONSOLE_HEADER] !== '1') {
      throw new AppError('FORBIDDEN', `Send the header "${CONSOLE_HEADER}: 1" with requests of the console.`);
    }
    if (!isFromOwnPage(request)) {
      throw new AppError('FORBIDDEN', 'Requests from pages of other sites are not accepted.');
    }
  }

  /** Whether a request without a key means to come by its cookie. */
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

  /** TLS, as far as this process knows: it may end before it. */
  isSecure({ protocol, host }: Asked): boolean {
    return protocol === 'https' || (this.publicUrl?.startsWith('https:') === true && host === this.publicHost);
  }

  private toCookie(request: Asked, token: string, maxAgeSeconds: number): string {
    const secure = this.isSecure(request);
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
    return `${secure ? SECURE_COOKIE : COOKIE}=${token}; ${attributes}`;
  }
}

/** The value of a cookie; null: there is none. Of several by one name the first, as servers do. */
export const readCookie = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null => {
  for (const part of headers.cookie?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
};

/** Browsers send one of these headers or both; a request without them is not a browser's. */
const isFromOwnPage = (request: Asked): boolean => {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || isFromOwnHost(request);
};

/** Whether the `Origin` is a page of this host, by whatever scheme: TLS may end before this process. */
export const isFromOwnHost = ({ headers: { origin, host: asked }, host }: Asked): boolean =>
  origin !== undefined && (isOfHost(origin, asked) || isOfHost(origin, host));

const isOfHost = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;
