import type { FastifyInstance } from 'fastify';

/**
 * For answers that are data: nothing is loaded, framed or sniffed. Each header costs a hundredth of a small request, so
 * these are the ones that do something for data; a plugin that serves pages sets `PAGE_HEADERS` and a policy of its own.
 * No `strict-transport-security`: TLS ends before this process, and so does the decision to insist on it.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** For pages: no window of another site holds a reference to them, and no link says where it was followed. */
export const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** The headers that every answer has. */
export const addCommonHeaders = (server: FastifyInstance): void => {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    done();
  });
};
