import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { renderMetrics } from './open-metrics.js';

/** Serves only `GET /metrics`, for a port that only Prometheus can reach. Does not listen yet. */
export const createMetricsServer = (metrics: Registry): Server =>
  createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, async (request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (path !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    try {
      const { type, text } = await renderMetrics(metrics, request.headers.accept);
      response.writeHead(200, { 'content-type': type, vary: 'accept' }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
