import * as api from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';
import type { Role } from './config/config.js';
import { useTracing } from './tracing.js';

/** How long the end of the process waits for a collector to take the last spans. */
const LAST_SPANS_MS = 2_000;

interface TracingLog {
  warn(details: Record<string, unknown>, message: string): void;
}

/**
 * Begins to send spans by OTLP over HTTP, as the standard variables `OTEL_*` have it (docs/observability.md). Whoever
 * loads this file loads OpenTelemetry.
 * @returns what sends the last spans and ends it.
 */
export const startTracing = (role: Role, log: TracingLog): (() => Promise<void>) => {
  const sdk = new NodeSDK({
    // Not as `serviceName`, which would win over what the variables say.
    resource: resources.resourceFromAttributes({ 'service.name': 'pushgraph', 'pushgraph.role': role }),
    resourceDetectors: [resources.envDetector],
    traceExporter: new OTLPTraceExporter(),
    // Metrics are Prometheus's, logs are lines on standard output.
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

/** One line each; a collector that is away costs spans and nothing else. Headers, which may hold a key, are not in it. */
const toDiagLogger = (log: TracingLog): api.DiagLogger => {
  const warn = (message: string): void => log.warn({ reason: message.slice(0, 300) }, 'traces');
  const ignore = (): void => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
};
