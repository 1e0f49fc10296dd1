import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** One line for each request: no query, headers or bodies, since they hold keys, tokens and what users write. */
export const logRequests = (server: FastifyInstance): void => {
  const log = withoutRedaction(server.log as Logger);
  server.addHook('onResponse', (request, reply, done) => {
    writeLine(log, request, reply);
    done();
  });
};

/** For the few requests that Fastify refuses before any hook. */
export const logRequest = (request: FastifyRequest, reply: FastifyReply): void =>
  writeLine(request.server.log, request, reply);

/** Looking for secrets in a line whose few fields are known took as long as writing it. */
const withoutRedaction = (log: Logger): FastifyBaseLogger => log.child({}, { redact: [] }) as FastifyBaseLogger;

const writeLine = (log: FastifyBaseLogger, request: FastifyRequest, reply: FastifyReply): void => {
  const line = {
    req_id: request.id,
    method: request.method,
    path: request.url.split('?', 1)[0],
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  log.info(line, 'request');
};
