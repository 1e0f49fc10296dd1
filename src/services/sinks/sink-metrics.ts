import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../database/database.js';
import { readSinkLag, type SinkLag } from './sink-lag.js';
import type { SinkWatch } from './sink-writer.js';

/** Returns the metrics of a sink by its name. */
export type SinkMetrics = (sink: string) => SinkWatch;

/** @param sinks the names of the sinks that this process writes to; without sinks, the metrics are absent. */
export const watchSinks = (registry: Registry, database: Database, sinks: readonly string[]): SinkMetrics => {
  if (sinks.length === 0) return () => ({ written: () => undefined, changed: () => undefined });
  const registers = [registry];
  const labelNames = ['sink'];
  const events = new Counter({
    name: 'pushgraph_sink_events_total',
    help: 'Events that a sink has acknowledged to this process, including repeats.',
    ...{ labelNames, registers },
  });
  const outages = new Counter({
    name: 'pushgraph_sink_outages_total',
    help: 'How often a sink has stopped accepting events from this process.',
    ...{ labelNames, registers },
  });
  const up = new Gauge({
    name: 'pushgraph_sink_up',
    help: '1 while the sink accepts events from this process; 0 before the first connection and during an outage.',
    ...{ labelNames, registers },
  });
  addLag(registry, database, sinks);
  for (const sink of sinks) {
    events.inc({ sink }, 0);
    outages.inc({ sink }, 0);
    up.set({ sink }, 0);
  }
  return (sink) => ({
    written: (count) => events.inc({ sink }, count),
    changed: (isUp) => {
      up.set({ sink }, isUp ? 1 : 0);
      if (!isUp) outages.inc({ sink });
    },
  });
};

const LAGS = [
  {
    name: 'pushgraph_sink_lag_rows',
    help: 'Rows of the event log that the sink has not acknowledged, over all accounts. A row is an event, or the messages of a checkpoint.',
    of: 'rows',
  },
  {
    name: 'pushgraph_sink_lag_seconds',
    help: 'The age of the oldest event that the sink has not acknowledged; 0 if it has all.',
    of: 'seconds',
  },
] as const satisfies readonly { name: string; help: string; of: keyof SinkLag }[];

/** Has no samples while the database does not answer. */
const addLag = (registry: Registry, database: Database, sinks: readonly string[]): void => {
  for (const { name, help, of } of LAGS) {
    new Gauge({
      name,
      help,
      labelNames: ['sink'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const sink of sinks) {
          const lag = await readSinkLag(database, sink, Date.now()).catch(() => null);
          if (lag) this.set({ sink }, lag[of]);
        }
      },
    });
  }
};
