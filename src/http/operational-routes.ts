import type { Registry } from 'prom-client';
import type { HttpPlugin } from './http-plugin.js';
import { OPEN_METRICS_TYPE, renderOpenMetrics, wantsOpenMetrics } from './open-metrics.js';

export interface OperationalOptions {
  /** null when everything that a request needs is there, else the reason why not. */
  readonly checkReadiness: () => Promise<string | null>;
  /** What it goes on without; null: nothing. */
  readonly findOutage?: () => string | null;
  readonly metrics: Registry;
}

/** What operators and their tools ask: is it up, is it ready, how is it doing. */
export const operationalRoutes =
  ({ checkReadiness, findOutage, metrics }: OperationalOptions): HttpPlugin =>
  async (server) => {
    server.get('/healthz', async () => ({ ok: true }));
    server.get('/readyz', async (request, reply) => {
      const reason = await checkReadiness();
      const degraded = findOutage?.() ?? null;
      if (reason === null) return { ready: true, ...(degraded !== null && { degraded }) };
      return reply.code(503).send({ ready: false, error: reason, req_id: request.id });
    });
    server.get('/metrics', async (request, reply) => {
      reply.header('vary', 'accept');
      const isOpen = wantsOpenMetrics(request.headers.accept);
      reply.type(isOpen ? OPEN_METRICS_TYPE : metrics.contentType);
      return isOpen ? renderOpenMetrics(metrics) : metrics.metrics();
    });
  };
