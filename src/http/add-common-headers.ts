import type { FastifyInstance } from 'fastify';

/**
 * For answers that are data: nothing is loaded, framed, sniffed or remembered as a referrer. A plugin that serves pages
 * sets a policy of its own. What `helmet` would send, without its work on every request; there is no
 * `strict-transport-security`, since TLS ends before this process, and so does the decision to insist on it.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

/** The headers that every answer has. */
export const addCommonHeaders = (server: FastifyInstance): void => {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    done();
  });
};
