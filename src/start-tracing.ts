import * as api from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';
import type { Role } from './config/config.js';
import { useTracing } from './tracing.js';

/** How long the end of the process waits for a collector to accept the last spans. */
const LAST_SPANS_MS = 2_000;

interface TracingLog {
  warn(details: Record<string, unknown>, message: string): void;
}

/**
 * Starts sending spans by OTLP over HTTP, as the standard variables `OTEL_*` say (docs/observability.md). Importing
 * this file loads OpenTelemetry.
 * @returns a function that sends the last spans and stops.
 */
export const startTracing = (role: Role, log: TracingLog): (() => Promise<void>) => {
  const sdk = new NodeSDK({
    // Not `serviceName`, which would override the variables.
    resource: resources.resourceFromAttributes({ 'service.name': 'pushgraph', 'pushgraph.role': role }),
    resourceDetectors: [resources.envDetector],
    traceExporter: new OTLPTraceExporter(),
    // Prometheus collects metrics, and logs are lines on standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  api.diag.setLogger(toDiagLogger(log), { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  sdk.start();
  useTracing({ api, tracer: api.trace.getTracer('pushgraph') });
  return async () => {
    useTracing(null);
    const patience = new Promise<void>((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
    await Promise.race([sdk.shutdown(), patience]).catch(() => undefined);
  };
};

/** Logs one line each; a collector that is away costs only spans. Headers, which may hold a key, are left out. */
const toDiagLogger = (log: TracingLog): api.DiagLogger => {
  const warn = (message: string): void => log.warn({ reason: message.slice(0, 300) }, 'traces');
  const ignore = (): void => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
};
