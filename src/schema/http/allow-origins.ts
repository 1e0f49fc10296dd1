import type { FastifyInstance } from 'fastify';

const PREFLIGHT_SECONDS = '600';
/** Excludes the header of the console: pages on other origins use a key, never a session. */
const HEADERS = 'authorization, content-type, apollo-require-preflight, x-apollo-operation-name';

/** CORS for the origins in `ALLOWED_ORIGINS`. Hand-written, because one fixed path needs no wildcard route. */
export const allowOrigins = (
  server: FastifyInstance,
  { path, headers = HEADERS }: { path: string; headers?: string },
  origins: readonly string[],
): void => {
  if (origins.length === 0) return;
  server.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    reply.header('vary', 'origin');
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-request-id',
    });
  });
  server.route({
    method: 'OPTIONS',
    url: path,
    handler: async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': headers,
          'access-control-max-age': PREFLIGHT_SECONDS,
        })
        .send(),
  });
};
