import type { FastifyInstance } from 'fastify';

/**
 * For answers that are data: nothing is loaded, framed, sniffed or told where it was linked from. A plugin that serves
 * pages sets a policy of its own. Those of helmet's that today's browsers heed: setting all of them by its middlewares
 * took a tenth of a request. No `strict-transport-security`: TLS ends before this process, and so does the decision to
 * insist on it.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
} as const;

/** The headers that every answer has. */
export const addCommonHeaders = (server: FastifyInstance): void => {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    done();
  });
};
