import type { FastifyInstance } from 'fastify';

/**
 * For data: nothing may be loaded, framed or sniffed. Each header costs a hundredth of a small request, so this list
 * has only those that matter for data; plugins that serve pages set `PAGE_HEADERS` and their own policy. There is no
 * `strict-transport-security`: TLS ends before this process, and the proxy decides.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Pages use these: no other site's window gets a reference to them, and links send no referrer. */
export const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** The headers of every answer. */
export const addCommonHeaders = (server: FastifyInstance): void => {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    done();
  });
};
