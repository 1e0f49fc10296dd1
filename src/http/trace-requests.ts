import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, openRequestSpan, type RequestSpan } from '../tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a request whose trace is kept, for its log line. */
    traceId: string | null;
  }
}

/** Calls of the APIs; probes, metrics and pages are not traced. */
const DOORS = /^\/(?:graphql|api|sdk\/v1)(?:[/?]|$)/;

/**
 * Creates a span per request, from its first byte to its answer, once the caller is known. A key or session may
 * continue its own trace and decide about sampling; a device, which anybody can pretend to be, begins one that links to
 * its own. Refused requests have no span, so a flood of bad keys costs none.
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
