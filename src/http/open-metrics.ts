import { type Metric, type OpenMetricsContentType, Registry } from 'prom-client';

const OPEN_METRICS_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;

/** Returns the metrics in the format that the caller asks for. */
export const renderMetrics = async (metrics: Registry, accept?: string): Promise<{ type: string; text: string }> =>
  wantsOpenMetrics(accept)
    ? { type: OPEN_METRICS_TYPE, text: await renderOpenMetrics(metrics) }
    : { type: metrics.contentType, text: await metrics.metrics() };

/** Whether the caller names OpenMetrics (RFC 9110) and prefers it at least as much as the plain format. */
export const wantsOpenMetrics = (accept = ''): boolean => {
  const wanted = weightOf(accept, 'application/openmetrics-text');
  return wanted > 0 && wanted >= weightOf(accept, 'text/plain');
};

/** Returns 0 if the type is not named. */
const weightOf = (accept: string, type: string): number => {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const weights = ranges
    .filter(([name]) => name === type)
    .map(([, ...parameters]) => Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1));
  return Math.max(0, ...weights);
};

/**
 * Returns the metrics as OpenMetrics, the only format with exemplars, from a separate registry of views. prom-client
 * stores the format with the registry, and writing OpenMetrics permanently strips `_total` from counter names, which
 * the plain format needs.
 */
const renderOpenMetrics = (registry: Registry): Promise<string> => {
  const open = new Registry<OpenMetricsContentType>();
  open.setContentType(OPEN_METRICS_TYPE);
  for (const metric of registry.getMetricsAsArray()) open.registerMetric(viewOf(metric as unknown as Readable));
  return open.metrics();
};

/** The parts of a metric that a registry requires. */
interface Readable {
  readonly name: string;
  readonly type: string;
  get(): Promise<{ readonly name: string }>;
  /** A variant of `get` for the text format, which is faster for histograms. */
  getForPromString?(): Promise<{ readonly name: string }>;
}

const viewOf = (metric: Readable): Metric => {
  const name = metric.type === 'counter' ? metric.name.replace(/_total$/, '') : metric.name;
  const get = async () => ({ ...(await (metric.getForPromString?.() ?? metric.get())), name });
  return { name, type: metric.type, get } as unknown as Metric;
};
