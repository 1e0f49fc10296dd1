import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MAX_WAITING = 500;

/** Requests with equal labels that are not in the histogram yet: adding many at once is cheaper. */
interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: number };
  readonly seconds: number[];
}

/** Measures requests by route pattern, because ids in labels would create a series each. */
export const observeRequests = (server: FastifyInstance, registry: Registry): void => {
  const waiting = new Map<string, Series>();
  // prom-client's types confuse an exemplar's labels with those of the metric.
  const durations = new Histogram<string>({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    enableExemplars: true,
    registers: [],
    collect: () => waiting.forEach(observeAll),
  });
  // Registered by hand: the registry refuses metrics with exemplars, since the plain format omits them
  // (open-metrics.ts).
  registry.registerMetric(durations);
  const observeAll = ({ labels, seconds }: Series): void => {
    const { observe } = durations.labels(labels);
    for (const value of seconds.splice(0)) observe(value);
  };
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    // Unknown methods come from outside and would create labels without limit.
    const method = request.is404 ? 'any' : request.method;
    const status = reply.statusCode;
    const labels = { method, route, status };
    const { traceId } = request;
    if (traceId !== null) {
      // Added at once, because an exemplar has its own time.
      durations.observe({ labels, value: reply.elapsedTime / 1000, exemplarLabels: { trace_id: traceId } });
      return done();
    }
    const key = `${method} ${route} ${status}`;
    const series = waiting.get(key) ?? { labels, seconds: [] };
    waiting.set(key, series);
    series.seconds.push(reply.elapsedTime / 1000);
    if (series.seconds.length >= MAX_WAITING) observeAll(series);
    done();
  });
};
