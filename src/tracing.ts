import type { Context, Link, Span, SpanContext, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** Set by `start-tracing.ts`. */
export interface Tracing {
  readonly api: Api;
  readonly tracer: Tracer;
}

/** Attributes of a span. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** The W3C form of a place in a trace: `00-<trace>-<span>-<flags>`. */
export type TraceParent = string;

/** null while tracing is off: OpenTelemetry is not loaded, and every function here just runs the work. */
let tracing: Tracing | null = null;

export const useTracing = (given: Tracing | null): void => {
  tracing = given;
};

export const isTracing = (): boolean => tracing !== null;

/** Opens a span below the active one, or the root of a new trace, subject to sampling. */
export const inTrace = <T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> =>
  tracing === null ? work() : run(tracing, startSpan(tracing, name, { facts }), work);

export interface SpanOptions<T> {
  /** The work asks another service and waits for its answer. */
  readonly isClient?: boolean;
  /** Attributes known only at the end; called only if the span is kept. */
  readonly describe?: (result: T) => Facts;
}

/** Opens a span only within a trace that is kept; never begins a trace. */
export const inSpan = <T>(
  name: string,
  facts: Facts,
  work: () => Promise<T>,
  { isClient = false, describe }: SpanOptions<T> = {},
): Promise<T> => {
  if (tracing === null || activeSpan(tracing) === null) return work();
  const span = startSpan(tracing, name, { facts, kind: isClient ? tracing.api.SpanKind.CLIENT : undefined });
  if (!describe) return run(tracing, span, work);
  return run(tracing, span, async () => {
    const result = await work();
    span.setAttributes(describe(result));
    return result;
  });
};

/**
 * Opens a span below the first of these places, which other processes may have left, and links it to the others.
 * Without places, just runs the work.
 */
export const inSpanBelow = <T>(
  parents: readonly TraceParent[],
  { name, facts }: { name: string; facts: Facts },
  work: () => Promise<T>,
): Promise<T> => {
  const [parent, ...others] = parents;
  if (tracing === null || parent === undefined) return work();
  const current = tracing;
  const links = others.flatMap((other) => toLink(current, other));
  const options = { facts, links, kind: tracing.api.SpanKind.CONSUMER, context: toContext(tracing, parent) };
  return run(tracing, startSpan(tracing, name, options), work);
};

/** Runs work in the context of a stored place (or none with null), not in the current one. */
export const apart = <T>(parent: TraceParent | null, work: () => T): T =>
  tracing === null ? work() : tracing.api.context.with(toContext(tracing, parent), work);

/** Returns the current place, from which other work continues the trace; null if no trace is kept. */
export const currentPlace = (): TraceParent | null => {
  const span = tracing && activeSpan(tracing);
  return span ? toTraceParent(span) : null;
};

/** Returns the fields for log lines and exemplar labels; an exemplar needs only `trace_id`. */
export const traceFields = (): { trace_id?: string; span_id?: string } => {
  const span = tracing && activeSpan(tracing);
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
};

export interface RequestSpan {
  readonly span: Span;
  /** null if the span is not kept. */
  readonly traceId: string | null;
  /** Runs `work` and everything it causes within the span. */
  within(work: () => void): void;
}

export interface RequestPlace {
  readonly name: string;
  readonly facts: Facts;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly traceparent: string | undefined;
  /** Whether the caller decides about sampling; otherwise its trace is only linked. */
  readonly isTrusted: boolean;
}

/** null while tracing is off. The caller must end the span. */
export const openRequestSpan = ({ traceparent, isTrusted, ...place }: RequestPlace): RequestSpan | null => {
  if (tracing === null) return null;
  const { api } = tracing;
  const span = startSpan(tracing, place.name, {
    ...place,
    kind: api.SpanKind.SERVER,
    context: toContext(tracing, (isTrusted && traceparent) || null),
    links: isTrusted || traceparent === undefined ? [] : toLink(tracing, traceparent),
  });
  const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
  const { traceId, traceFlags } = span.spanContext();
  return {
    span,
    traceId: isKept(traceFlags) ? traceId : null,
    within: (work) => api.context.with(context, work),
  };
};

interface StartOptions {
  readonly facts: Facts;
  readonly kind?: number;
  readonly links?: Link[];
  readonly context?: Context;
  readonly startedAt?: number;
}

const startSpan = ({ api, tracer }: Tracing, name: string, options: StartOptions): Span => {
  const { facts, kind, links, startedAt, context = api.context.active() } = options;
  return tracer.startSpan(name, { attributes: facts, kind, links, startTime: startedAt }, context);
};

const run = async <T>({ api }: Tracing, span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await api.context.with(api.trace.setSpan(api.context.active(), span), work);
  } catch (error) {
    // The error's name, not its message, which may repeat user input.
    span.setStatus({ code: api.SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    throw error;
  } finally {
    span.end();
  }
};

/** The place of the active span, if its trace is kept. */
const activeSpan = ({ api }: Tracing): SpanContext | null => {
  const found = api.trace.getSpan(api.context.active())?.spanContext();
  return found && isKept(found.traceFlags) ? found : null;
};

const SAMPLED = 1;
const isKept = (flags: number): boolean => (flags & SAMPLED) === SAMPLED;

const toTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): TraceParent =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Ignores a malformed parent. Baggage is not read: it would put a caller's words into our log. */
const toSpanContext = ({ api }: Tracing, text: TraceParent): SpanContext | null => {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(text) ?? [];
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return api.isSpanContextValid(found) ? found : null;
};

const toContext = (current: Tracing, parent: TraceParent | null): Context => {
  const { api } = current;
  const found = parent === null ? null : toSpanContext(current, parent);
  return found ? api.trace.setSpanContext(api.ROOT_CONTEXT, found) : api.ROOT_CONTEXT;
};

const toLink = (current: Tracing, place: TraceParent): Link[] => {
  const context = toSpanContext(current, place);
  return context ? [{ context }] : [];
};
