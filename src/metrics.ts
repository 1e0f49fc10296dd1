import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { buildInfo } from './build-info.js';
import type { Database } from './database/database.js';
import { diskOf } from './database/disk-space.js';
import type { DeliveryMetrics, RateLimit } from './delivery/delivery-deps.js';
import type { OriginCounts } from './delivery/judgement/bulkheads.js';
import type { HintRelay } from './ports/hint-relay.js';
import type { ThreadWatch } from './providers/threads/thread-pool.js';
import { zoneRules } from './schedule/zone-rules.js';
import { COUNT_LIMIT, countUpTo, OVERDUE_SECONDS, readNumber, WAITING } from './services/operations/backlog.js';
import type { Maintenance } from './services/operations/operator-settings.js';
import type { StatusHub } from './services/pubsub/status-hub.js';
import type { CountRefusal } from './services/rate-limits/sdk-limits.js';
import { type SinkMetrics, watchSinks } from './services/sinks/sink-metrics.js';
import { traceFields } from './tracing.js';

const SEND_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface DatabaseGauge {
  readonly name: string;
  readonly help: string;
  /**
   * One statement per value of the label `kind`. Each returns one number `n`, and all its parameters are the current
   * time.
   */
  readonly sql: string | Readonly<Record<string, string>>;
}

const DATABASE_GAUGES: readonly DatabaseGauge[] = [
  {
    name: 'pushgraph_waiting',
    help: `Rows that wait in the database, by kind; counted up to ${COUNT_LIMIT}. Held ones are counted in batches and retries too: held batches wait for an application or a run that is paused, held retries for a push service. Held messages are the retries that a judgement rule holds, counted without a limit.`,
    sql: WAITING,
  },
  {
    name: 'pushgraph_overdue_seconds',
    help: 'How long the oldest due item has been waiting to start, by kind: moments of schedulers, auto-push sends, retries. 0 if nothing is late.',
    sql: OVERDUE_SECONDS,
  },
  {
    name: 'pushgraph_apps_paused',
    help: 'Applications that their provider refuses as a whole.',
    sql: 'SELECT COUNT(*) AS n FROM app WHERE paused_until > ?',
  },
  {
    name: 'pushgraph_foreign_subscriptions',
    help: `Devices found in the last 30 days to have subscribed with a VAPID key that does not belong to their application; counted up to ${COUNT_LIMIT}.`,
    sql: countUpTo('SELECT 1 FROM foreign_subscription'),
  },
  {
    name: 'pushgraph_webhooks',
    help: 'Webhooks by kind: enabled, of these failing (the last request failed), disabled by the service, and messages that wait for a retry.',
    sql: {
      enabled: "SELECT COUNT(*) AS n FROM webhook WHERE state = 'ENABLED'",
      failing: "SELECT COUNT(*) AS n FROM webhook WHERE state = 'ENABLED' AND failures > 0",
      disabled: "SELECT COUNT(*) AS n FROM webhook WHERE state = 'DISABLED' AND reason <> 'MANUAL'",
      waiting: 'SELECT COUNT(*) AS n FROM webhook_retry',
    },
  },
];

export interface Metrics {
  readonly registry: Registry;
  readonly delivery: DeliveryMetrics;
  readonly threads: Pick<ThreadWatch, 'aliveChanged' | 'threadEnded'>;
  /** Counts a request refused by a limit. */
  readonly countRefusal: CountRefusal;
  readonly sinks: SinkMetrics;
  /** Counts a receipt that a device sent for the first time. */
  readonly countReceipt: (kind: string) => void;
  readonly countWebhookAttempts: (result: string, count: number) => void;
}

export interface Watched {
  /** null if this process serves no subscriptions. */
  readonly status?: Pick<StatusHub, 'subscriberCounts'> | null;
  /** null: there is none. */
  readonly relay?: Pick<HintRelay, 'isConnected'> | null;
  readonly findMaintenance?: () => Maintenance | null;
  /** The sinks that this process writes to. */
  readonly sinks?: readonly string[];
}

/** The metrics that `/metrics` reports: process, messages by outcome, backlog, subscriptions and paused applications. */
export const createMetrics = (
  database: Database,
  { status = null, relay = null, findMaintenance = () => null, sinks = [] }: Watched = {},
): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const messages = new Counter({
    name: 'pushgraph_messages_total',
    help: 'Messages that this process handed to a provider, by the outcome of each attempt, and messages that a rule dropped before that.',
    labelNames: ['provider', 'outcome'],
    enableExemplars: true,
    registers: [],
  });
  const answers = new Histogram({
    name: 'pushgraph_send_duration_seconds',
    help: 'Time from handing a page of messages to a provider to the last of its answers, or until the process stops waiting for it.',
    labelNames: ['provider'],
    buckets: SEND_BUCKETS_SECONDS,
    enableExemplars: true,
    registers: [],
  });
  const judged = new Counter({
    name: 'pushgraph_messages_judged_total',
    help: 'Messages that a rule held (`wait`) or dropped (`drop`) before this process handed them over; a message that is held again counts again.',
    labelNames: ['provider', 'rule', 'answer', 'code'],
    registers: [registry],
  });
  // Registered by hand: the registry refuses metrics with exemplars, since the plain format omits them
  // (http/open-metrics.ts).
  for (const metric of [messages, answers]) registry.registerMetric(metric);
  const rates = addRates(registry);
  addBuild(registry);
  addTzdata(registry);
  const origins = addPushServices(registry);
  for (const gauge of DATABASE_GAUGES) addDatabaseGauge(registry, database, gauge);
  addDatabaseUp(registry, database);
  if (database.config.kind === 'sqlite') addDisk(registry, database.config.path);
  addMaintenance(registry, findMaintenance);
  if (status) addSubscriptions(registry, status);
  if (relay) addRelay(registry, relay);
  return {
    registry,
    threads: watchThreads(registry),
    sinks: watchSinks(registry, database, sinks),
    countRefusal: countRefusals(registry),
    countReceipt: countReceipts(registry),
    countWebhookAttempts: countWebhookAttempts(registry),
    delivery: {
      countMessages: (provider, outcome, count) =>
        messages.inc({ labels: { provider, outcome }, value: count, exemplarLabels: exampleOf() }),
      countJudged: (labels, count) => judged.inc({ ...labels }, count),
      timePage: (provider, seconds) =>
        answers.observe({ labels: { provider }, value: seconds, exemplarLabels: exampleOf() }),
      watchOrigins: (read) => {
        origins.read = read;
      },
      watchRates: (read) => {
        rates.read = read;
      },
    },
  };
};

/**
 * Labels of the current trace if it is kept. prom-client needs the same object for "none", and every label to be a
 * name.
 */
const exampleOf = (): undefined | Record<string, string> => {
  const { trace_id } = traceFields();
  return trace_id === undefined ? undefined : { trace_id };
};

const countRefusals = (registry: Registry): CountRefusal => {
  const refused = new Counter({
    name: 'pushgraph_requests_refused_total',
    help: 'Requests that a limit refused in this process, by kind of request and by caller.',
    labelNames: ['what', 'of'],
    registers: [registry],
  });
  return (what, of) => refused.inc({ what, of });
};

const countReceipts = (registry: Registry): ((kind: string) => void) => {
  const receipts = new Counter({
    name: 'pushgraph_receipts_total',
    help: 'Receipts that devices sent to this process, by kind: messages delivered, clicked or dismissed. Repeats are not counted.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return (kind) => receipts.inc({ kind });
};

const countWebhookAttempts = (registry: Registry): Metrics['countWebhookAttempts'] => {
  const attempts = new Counter({
    name: 'pushgraph_webhook_attempts_total',
    help: 'Requests of this process to webhooks, by result; EXPIRED counts messages whose events the log no longer has.',
    labelNames: ['result'],
    registers: [registry],
  });
  return (result, count) => attempts.inc({ result }, count);
};

/** The applications in one gauge: those slowed down most. */
const MAX_RATES = 50;

const addRates = (registry: Registry) => {
  const source: { read: (most: number) => readonly RateLimit[] } = { read: () => [] };
  new Gauge({
    name: 'pushgraph_app_rate_limit',
    help: `Maximum number of messages a minute that this process sends for an application whose provider answered 429; up to ${MAX_RATES} applications.`,
    labelNames: ['app_id'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { appId, perMinute } of source.read(MAX_RATES)) this.set({ app_id: String(appId) }, perMinute);
    },
  });
  return source;
};

const addMaintenance = (registry: Registry, find: () => Maintenance | null): void => {
  new Gauge({
    name: 'pushgraph_maintenance',
    help: '1 while the operator has switched maintenance on: nothing is sent and writes are refused.',
    registers: [registry],
    collect() {
      this.set(find() === null ? 0 : 1);
    },
  });
};

const addBuild = (registry: Registry): void => {
  const build = new Gauge({
    name: 'pushgraph_build_info',
    help: 'Always 1; its labels are the version of this process, the commit that it was built from, and Node.js.',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  });
  build.set({ ...buildInfo(), node: process.version }, 1);
};

/** Only for SQLite: MySQL's disk is on the server's machine. */
const addDisk = (registry: Registry, path: string): void => {
  const gauges = [
    { name: 'pushgraph_database_disk_bytes', help: 'Size of the disk of the SQLite database.', of: 'sizeBytes' },
    { name: 'pushgraph_database_disk_free_bytes', help: 'Free space there.', of: 'freeBytes' },
  ] as const;
  for (const { name, help, of } of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const disk = await diskOf(path);
        if (disk) this.set(disk[of]);
      },
    });
  }
};

const addTzdata = (registry: Registry): void => {
  new Gauge({
    name: 'pushgraph_tzdata_info',
    help: 'Always 1; its labels are the release of the tz database with which this process calculates moments, and its source: node, system or package.',
    labelNames: ['version', 'source'],
    registers: [registry],
    collect() {
      const { release, source } = zoneRules();
      this.reset();
      this.set({ version: release, source }, 1);
    },
  });
};

const addPushServices = (registry: Registry) => {
  const source: { read: () => OriginCounts } = { read: () => ({ proven: 0, others: 0, waiting: 0 }) };
  new Gauge({
    name: 'pushgraph_push_services',
    help: 'Push services of web push that this process knows, for each application: proven ones accept messages; unproven ones have accepted none yet; failing ones wait before they are tried again.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { proven, others, waiting } = source.read();
      this.set({ state: 'proven' }, proven);
      this.set({ state: 'unproven' }, others - waiting);
      this.set({ state: 'failing' }, waiting);
    },
  });
  return source;
};

/** Has no samples while the database does not answer: the process's own metrics must still be visible. */
const addDatabaseGauge = (registry: Registry, database: Database, { name, help, sql }: DatabaseGauge): void => {
  const read = (statement: string): Promise<number> => readNumber(database, statement, Date.now());
  const entries = typeof sql === 'string' ? [] : Object.entries(sql);
  new Gauge({
    name,
    help,
    labelNames: entries.length > 0 ? ['kind'] : [],
    registers: [registry],
    async collect() {
      try {
        if (typeof sql === 'string') this.set(await read(sql));
        for (const [kind, statement] of entries) this.set({ kind }, await read(statement));
      } catch {
        if (typeof sql === 'string') this.remove();
        else this.reset();
      }
    },
  });
};

const addDatabaseUp = (registry: Registry, database: Database): void => {
  new Gauge({
    name: 'pushgraph_database_up',
    help: '1 while the database answers this process and accepts its writes; 0 otherwise, as on a full disk.',
    registers: [registry],
    async collect() {
      const isUp = await database.query('SELECT 1 AS n').then(
        () => true,
        () => false,
      );
      this.set(isUp && (await database.findWriteTrouble()) === null ? 1 : 0);
    },
  });
};

const addSubscriptions = (registry: Registry, status: Pick<StatusHub, 'subscriberCounts'>): void => {
  new Gauge({
    name: 'pushgraph_subscriptions',
    help: 'GraphQL subscriptions that are open in this process, by what they watch.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, count] of Object.entries(status.subscriberCounts())) this.set({ kind }, count);
    },
  });
};

const addRelay = (registry: Registry, relay: Pick<HintRelay, 'isConnected'>): void => {
  new Gauge({
    name: 'pushgraph_redis_connected',
    help: '1 while Redis carries live status to other processes; 0 while it goes through the database instead.',
    registers: [registry],
    collect() {
      this.set(relay.isConnected ? 1 : 0);
    },
  });
};

const watchThreads = (registry: Registry): Metrics['threads'] => {
  const registers = [registry];
  const alive = new Gauge({
    name: 'pushgraph_sender_threads',
    help: 'Sending threads besides the main thread that can take work now.',
    registers,
  });
  const ended = new Counter({
    name: 'pushgraph_sender_thread_restarts_total',
    help: 'Sending threads that ended with an error and were replaced; their messages were retried.',
    registers,
  });
  return { aliveChanged: (count) => alive.set(count), threadEnded: () => ended.inc() };
};
