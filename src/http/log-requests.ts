import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** One line for each request: no query, headers or bodies, since they hold keys, tokens and what users write. */
export const logRequests = (server: FastifyInstance): void => {
  server.addHook('onResponse', async (request, reply) => logRequest(request, reply));
};

/** For the few requests that Fastify refuses before any hook. */
export const logRequest = (request: FastifyRequest, reply: FastifyReply): void => {
  const line = {
    method: request.method,
    path: request.url.split('?', 1)[0],
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  request.log.info(line, 'request');
};
