import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, openRequestSpan, type RequestSpan } from '../tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request whose trace is kept, for its line in the log. */
    traceId: string | null;
  }
}

/** What callers ask; probes, metrics and pages are nobody's story. */
const DOORS = /^\/(?:graphql|api|sdk\/v1)(?:[/?]|$)/;

/**
 * A span for each request, from its first byte to its answer. It is opened once it is known who asks: a key or a session
 * may continue a trace of its own and say whether it is kept; devices, which anybody can pretend to be, begin one that
 * is linked to theirs. What is refused before that has none, so a flood of bad keys costs no spans.
 */
export const traceRequests = (server: FastifyInstance): void => {
  server.decorateRequest('traceId', null);
  if (!isTracing()) return;
  const open = new WeakMap<FastifyRequest, RequestSpan>();
  server.addHook('preValidation', (request, reply, done) => {
    if (!DOORS.test(request.url) || request.ws) return done();
    const route = request.routeOptions.url ?? 'unknown';
    const opened = openRequestSpan({
      name: `${request.method} ${route}`,
      facts: { 'http.request.method': request.method, 'http.route': route, ...whose(request) },
      startedAt: Date.now() - reply.elapsedTime,
      traceparent: readTraceparent(request),
      isTrusted: request.caller !== null,
    });
    if (!opened) return done();
    open.set(request, opened);
    request.traceId = opened.traceId;
    opened.within(done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const opened = open.get(request);
    opened?.span.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) opened?.span.setStatus({ code: 2 });
    opened?.span.end();
    done();
  });
};

const readTraceparent = ({ headers }: FastifyRequest): string | undefined =>
  typeof headers.traceparent === 'string' ? headers.traceparent : undefined;

const whose = ({ id, caller, sdkApp }: FastifyRequest): Record<string, string | number> => ({
  'pushgraph.request.id': id,
  ...(caller ? { 'pushgraph.user.id': caller.userId } : {}),
  ...(sdkApp ? { 'pushgraph.app.id': sdkApp.id } : {}),
});
