import { type Metric, type OpenMetricsContentType, Registry } from 'prom-client';

const OPEN_METRICS_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;

/** The metrics in the format that the caller asks for. */
export const renderMetrics = async (metrics: Registry, accept?: string): Promise<{ type: string; text: string }> =>
  wantsOpenMetrics(accept)
    ? { type: OPEN_METRICS_TYPE, text: await renderOpenMetrics(metrics) }
    : { type: metrics.contentType, text: await metrics.metrics() };

/** For who names it (RFC 9110) and weighs it no less than the plain format. */
export const wantsOpenMetrics = (accept = ''): boolean => {
  const wanted = weightOf(accept, 'application/openmetrics-text');
  return wanted > 0 && wanted >= weightOf(accept, 'text/plain');
};

/** 0: not named. */
const weightOf = (accept: string, type: string): number => {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const weights = ranges
    .filter(([name]) => name === type)
    .map(([, ...parameters]) => Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1));
  return Math.max(0, ...weights);
};

/**
 * The same metrics as OpenMetrics, the only format that has exemplars. In a registry of its own, of views: prom-client
 * keeps the format with the registry, and takes `_total` from the names of counters for good as it writes OpenMetrics,
 * so that the plain format would lack it from then on.
 */
const renderOpenMetrics = (registry: Registry): Promise<string> => {
  const open = new Registry<OpenMetricsContentType>();
  open.setContentType(OPEN_METRICS_TYPE);
  for (const metric of registry.getMetricsAsArray()) open.registerMetric(viewOf(metric as unknown as Readable));
  return open.metrics();
};

/** What a registry asks of a metric. */
interface Readable {
  readonly name: string;
  readonly type: string;
  get(): Promise<{ readonly name: string }>;
  /** Histograms, whose labels are written faster so. */
  getForPromString?(): Promise<{ readonly name: string }>;
}

const viewOf = (metric: Readable): Metric => {
  const name = metric.type === 'counter' ? metric.name.replace(/_total$/, '') : metric.name;
  const get = async () => ({ ...(await (metric.getForPromString?.() ?? metric.get())), name });
  return { name, type: metric.type, get } as unknown as Metric;
};
