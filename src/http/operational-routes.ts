import type { Registry } from 'prom-client';
import { buildInfo } from '../build-info.js';
import type { Maintenance } from '../services/operations/operator-settings.js';
import type { HttpPlugin } from './http-plugin.js';
import { renderMetrics } from './open-metrics.js';

export interface OperationalOptions {
  /** null if requests can be served, otherwise the reason why not. */
  readonly checkReadiness: () => Promise<string | null>;
  /** The part that is missing although requests can be served, or null. */
  readonly findOutage?: () => string | null;
  /** null if there is no maintenance. */
  readonly findMaintenance?: () => Maintenance | null;
  readonly metrics: Registry;
  /** Metrics have their own port (metrics-server.ts), so this one answers 404. */
  readonly metricsElsewhere?: boolean;
}

/** Answers operators and their tools: whether the process is up, ready, and how it is doing. */
export const operationalRoutes =
  ({
    checkReadiness,
    findOutage,
    findMaintenance,
    metrics,
    metricsElsewhere = false,
  }: OperationalOptions): HttpPlugin =>
  async (server) => {
    server.get('/healthz', async () => ({ ok: true, ...buildInfo() }));
    server.get('/readyz', async (request, reply) => {
      const reason = await checkReadiness();
      const degraded = findOutage?.() ?? null;
      const maintenance = findMaintenance?.() ?? null;
      if (reason === null) {
        return { ready: true, ...(degraded !== null && { degraded }), ...(maintenance !== null && { maintenance }) };
      }
      return reply.code(503).send({ ready: false, error: reason, req_id: request.id });
    });
    if (metricsElsewhere) return;
    server.get('/metrics', async (request, reply) => {
      reply.header('vary', 'accept');
      const { type, text } = await renderMetrics(metrics, request.headers.accept);
      return reply.type(type).send(text);
    });
  };
