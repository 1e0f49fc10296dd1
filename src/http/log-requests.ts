import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import { logTime } from '../log-time.js';

/** The rest of the address is a permission, which a log must not give away (docs/security.md). */
const SECRET_PATH = /^(\/preferences\/)[^/?]+/;

/** One line per request without query, headers or body, because they contain keys, tokens and user content. */
export const logRequests = (server: FastifyInstance): void => {
  const writeLine = createRequestLog(server.log as Logger);
  server.addHook('onResponse', (request, reply, done) => {
    writeLine(request, reply);
    done();
  });
};

/** Covers the few requests that Fastify refuses before any hook runs. */
export const logRequest = (request: FastifyRequest, reply: FastifyReply): void =>
  createRequestLog(request.server.log as Logger)(request, reply);

/**
 * Formats the few known fields itself and writes to the logger's stream: pino, which handles values of any type, took
 * about a fifteenth of a small request.
 */
const createRequestLog = (log: Logger): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  const stream = (log as Logger & Record<symbol, unknown>)[pino.symbols.streamSym] as { write(line: string): void };
  const isWritten = log.isLevelEnabled('info');
  return (request, reply) => {
    if (isWritten) stream.write(toLine(request, reply));
  };
};

/** Formats the line as pino would. Quotes values from outside, since a path may contain anything. */
const toLine = (request: FastifyRequest, reply: FastifyReply): string => {
  const { url, method, id } = request;
  const end = url.indexOf('?');
  const path = JSON.stringify((end < 0 ? url : url.slice(0, end)).replace(SECRET_PATH, '$1…'));
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  return `{"level":"info"${logTime()},"req_id":"${id}","method":"${method}","path":${path},"status":${reply.statusCode},"ms":${ms}${whose(request)}${traceOf(request)},"msg":"request"}\n`;
};

const traceOf = ({ traceId }: FastifyRequest): string => (traceId ? `,"trace_id":"${traceId}"` : '');

/** The caller, once known. A bootstrap key may begin with anything. */
const whose = ({ caller, sdkApp }: FastifyRequest): string => {
  if (caller?.member) return `,"user":${caller.userId},"member":${caller.member.id}`;
  if (caller) return `,"user":${caller.userId},"key":${JSON.stringify(caller.keyPrefix ?? null)}`;
  return sdkApp ? `,"app":${sdkApp.id}` : '';
};
