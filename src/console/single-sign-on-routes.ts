import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_HEADERS } from '../http/add-common-headers.js';
import { readCookie } from '../http/console-requests.js';
import { FAVICON_PATH, FAVICON_TYPE } from '../http/favicon.js';
import { logInternal } from '../http/send-error.js';
import { toAppError } from '../http/to-app-error.js';
import { admit, type ConsoleDoor, visitorOf } from './admit.js';
import { OIDC_PATH, ROUND_MS, type SingleSignOn } from './single-sign-on.js';

const COOKIE = 'pushgraph_oidc';

/** There and back again. What goes wrong is said on a page, which goes on to the console's own in its reader's language. */
export const singleSignOnRoutes = (door: FastifyInstance, parts: ConsoleDoor, singleSignOn: SingleSignOn): void => {
  const { services, requests, limits } = parts;
  const callbackOf = (request: FastifyRequest) => `${requests.originOf(request)}${OIDC_PATH}/callback`;

  /** Lax: the browser comes back from another site, and a strict cookie would stay behind. */
  const keep = (request: FastifyRequest, reply: FastifyReply, sealed: string, maxAgeMs: number): void => {
    const attributes = `Path=${OIDC_PATH}; Max-Age=${maxAgeMs / 1_000}; HttpOnly; SameSite=Lax`;
    reply.header('set-cookie', `${COOKIE}=${sealed}; ${attributes}${requests.isSecure(request) ? '; Secure' : ''}`);
  };

  const orSayWhy =
    (work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        return await work(request, reply);
      } catch (error) {
        const { code, status, message, details } = toAppError(error, request);
        if (details.retryAfterSeconds !== undefined) reply.header('retry-after', String(details.retryAfterSeconds));
        if (code === 'INTERNAL') logInternal(request, error);
        const goOn = `/console#refused=${details.reason ?? code}`;
        return sendPage(reply.code(status), { title: 'You are not signed in', text: message, goOn });
      }
    };

  door.get(
    '/oidc',
    orSayWhy(async (request, reply) => {
      await limits.admitSingleSignOn(request.ip);
      const { url, sealed } = await singleSignOn.begin(callbackOf(request));
      keep(request, reply, sealed, ROUND_MS);
      return reply.redirect(url, 302);
    }),
  );

  door.get(
    '/oidc/callback',
    orSayWhy(async (request, reply) => {
      await limits.admitSingleSignOn(request.ip);
      const query = request.url.split('?').slice(1).join('?');
      const sealed = readCookie(request, COOKIE);
      keep(request, reply, '', 0);
      const callback = new URL(`${callbackOf(request)}?${query}`);
      const identity = await singleSignOn.finish(callback, sealed);
      const session = await services.signIn.byIdentity(identity, visitorOf(request));
      await limits.noteSuccessOf(request.ip, callback.searchParams.get('state') ?? '');
      await admit(parts, { request, reply, session });
      // Not a redirect: after another site's page the browser would leave the strict cookie behind once more.
      return sendPage(reply, { title: 'Signed in', text: 'One moment.', goOn: '/console' });
    }),
  );
};

/** Nothing is loaded and nothing runs. */
const sendPage = (
  reply: FastifyReply,
  { title, text, goOn }: { title: string; text: string; goOn: string },
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
<meta http-equiv="refresh" content="0;url=${goOn}">
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
