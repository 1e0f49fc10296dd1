import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_HEADERS } from '../http/add-common-headers.js';
import { readCookie } from '../http/console-requests.js';
import { FAVICON_PATH, FAVICON_TYPE } from '../http/favicon.js';
import { logInternal } from '../http/send-error.js';
import { toAppError } from '../http/to-app-error.js';
import { admit, type SessionRouteParts, visitorOf } from './admit.js';
import { OIDC_PATH, SIGN_IN_MS, type SingleSignOn } from './single-sign-on.js';

const COOKIE = 'pushgraph_oidc';

/** Sends the browser to the provider and receives it back. Errors show a page that continues to the console. */
export const singleSignOnRoutes = (
  door: FastifyInstance,
  parts: SessionRouteParts,
  singleSignOn: SingleSignOn,
): void => {
  const { services, requests, limits } = parts;
  const callbackOf = (request: FastifyRequest) => `${requests.originOf(request)}${OIDC_PATH}/callback`;

  /** The cookie is lax because the browser returns from another site, and would not send a strict cookie. */
  const keep = (request: FastifyRequest, reply: FastifyReply, sealed: string, maxAgeMs: number): void => {
    const attributes = `Path=${OIDC_PATH}; Max-Age=${maxAgeMs / 1_000}; HttpOnly; SameSite=Lax`;
    reply.header('set-cookie', `${COOKIE}=${sealed}; ${attributes}${requests.isSecure(request) ? '; Secure' : ''}`);
  };

  const withErrorPage =
    (work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        return await work(request, reply);
      } catch (error) {
        const { code, status, message, details } = toAppError(error, request);
        if (details.retryAfterSeconds !== undefined) reply.header('retry-after', String(details.retryAfterSeconds));
        if (code === 'INTERNAL') logInternal(request, error);
        const continueTo = `/console#refused=${details.reason ?? code}`;
        return sendPage(reply.code(status), { title: 'You are not signed in', text: message, continueTo });
      }
    };

  door.get(
    '/oidc',
    withErrorPage(async (request, reply) => {
      await limits.admitSingleSignOn(request.ip);
      const { url, sealed } = await singleSignOn.begin(callbackOf(request));
      keep(request, reply, sealed, SIGN_IN_MS);
      return reply.redirect(url, 302);
    }),
  );

  door.get(
    '/oidc/callback',
    withErrorPage(async (request, reply) => {
      await limits.admitSingleSignOn(request.ip);
      const query = request.url.split('?').slice(1).join('?');
      const sealed = readCookie(request, COOKIE);
      keep(request, reply, '', 0);
      const callback = new URL(`${callbackOf(request)}?${query}`);
      const identity = await singleSignOn.finish(callback, sealed);
      const session = await services.signIn.byIdentity(identity, visitorOf(request));
      await limits.noteSuccessOf(request.ip, callback.searchParams.get('state') ?? '');
      await admit(parts, { request, reply, session });
      // After a redirect that began on another site, the browser would not send the strict session cookie.
      return sendPage(reply, { title: 'Signed in', text: 'One moment.', continueTo: '/console' });
    }),
  );
};

/** A page that loads nothing and runs no script. */
const sendPage = (
  reply: FastifyReply,
  { title, text, continueTo }: { title: string; text: string; continueTo: string },
): FastifyReply =>
  reply
    .headers({
      ...PAGE_HEADERS,
      'content-security-policy':
        "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=${continueTo}">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="${FAVICON_TYPE}" href="${FAVICON_PATH}">
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="/console">Go to the console</a></p>
</body>
</html>
`);

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
