import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from './database/database.js';
import type { DeliveryMetrics, OriginCounts, RateLimit } from './delivery/delivery-deps.js';
import type { HintRelay } from './ports/hint-relay.js';
import type { ThreadWatch } from './providers/threads/thread-pool.js';
import { zoneRules } from './schedule/zone-rules.js';
import type { StatusHub } from './services/pubsub/status-hub.js';
import type { CountRefusal } from './services/rate-limits/sdk-limits.js';

/** Counting stops here: an operator need not know a backlog more exactly, and counting millions of rows would add to it. */
const COUNT_LIMIT = 1_000_000;

const BACKLOGS = {
  batches: "SELECT 1 FROM batch WHERE status IN ('pending', 'running')",
  due_sends: 'SELECT 1 FROM due_send',
  retries: 'SELECT 1 FROM retry_send',
  held_retries: 'SELECT 1 FROM retry_send WHERE held_for IS NOT NULL',
} as const;

export interface Metrics {
  readonly registry: Registry;
  readonly delivery: DeliveryMetrics;
  readonly threads: ThreadWatch;
  /** Counts a request that a limit has refused. */
  readonly countRefusal: CountRefusal;
}

export interface Watched {
  /** null: this process serves no subscriptions. */
  readonly status?: Pick<StatusHub, 'subscriberCounts'> | null;
  /** null: there is none. */
  readonly relay?: Pick<HintRelay, 'isConnected'> | null;
}

/** What `/metrics` shows: the process, messages by outcome, what waits, who watches, which applications are paused. */
export const createMetrics = (database: Database, { status = null, relay = null }: Watched = {}): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const messages = new Counter({
    name: 'pushgraph_messages_total',
    help: 'Messages handed to a provider by this process, by what became of each try.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  const rates = addRates(registry);
  addTzdata(registry);
  const origins = addPushServices(registry);
  addBacklog(registry, database);
  addPausedApps(registry, database);
  addForeignSubscriptions(registry, database);
  if (status) addSubscriptions(registry, status);
  if (relay) addRelay(registry, relay);
  return {
    registry,
    threads: watchThreads(registry),
    countRefusal: countRefusals(registry),
    delivery: {
      countMessages: (provider, outcome, count) => messages.inc({ provider, outcome }, count),
      watchOrigins: (read) => {
        origins.read = read;
      },
      watchRates: (read) => {
        rates.read = read;
      },
    },
  };
};

const countRefusals = (registry: Registry): CountRefusal => {
  const refused = new Counter({
    name: 'pushgraph_requests_refused_total',
    help: 'Requests that a limit has refused in this process, by what was too much and of whom.',
    labelNames: ['what', 'of'],
    registers: [registry],
  });
  return (what, of) => refused.inc({ what, of });
};

/** Applications in the labels of one gauge: those that are slowed down most. */
const MAX_RATES = 50;

const addRates = (registry: Registry) => {
  const source: { read: (most: number) => readonly RateLimit[] } = { read: () => [] };
  new Gauge({
    name: 'pushgraph_app_rate_limit',
    help: `Messages a minute that this process sends at most for an application whose provider answered 429; at most ${MAX_RATES} applications.`,
    labelNames: ['app_id'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { appId, perMinute } of source.read(MAX_RATES)) this.set({ app_id: String(appId) }, perMinute);
    },
  });
  return source;
};

const addTzdata = (registry: Registry): void => {
  new Gauge({
    name: 'pushgraph_tzdata_info',
    help: 'Always 1; its label is the release of the tz database by which this process works out moments.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: zoneRules().release }, 1);
};

const addPushServices = (registry: Registry) => {
  const source: { read: () => OriginCounts } = { read: () => ({ good: 0, others: 0, waiting: 0 }) };
  new Gauge({
    name: 'pushgraph_push_services',
    help: 'Push services of web push that this process knows, for each application: good ones take messages; strangers have taken none yet; failing ones come back with nothing and wait before they are tried again.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { good, others, waiting } = source.read();
      this.set({ state: 'good' }, good);
      this.set({ state: 'stranger' }, others - waiting);
      this.set({ state: 'failing' }, waiting);
    },
  });
  return source;
};

const addBacklog = (registry: Registry, database: Database): void => {
  new Gauge({
    name: 'pushgraph_waiting',
    help: `Rows that wait in the database, by kind; counted up to ${COUNT_LIMIT}.`,
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      for (const [kind, sql] of Object.entries(BACKLOGS)) {
        const [row] = await database.query<{ n: number }>(
          `SELECT COUNT(*) AS n FROM (${sql} LIMIT ${COUNT_LIMIT}) rows_`,
        );
        this.set({ kind }, Number(row?.n ?? 0));
      }
    },
  });
};

const addPausedApps = (registry: Registry, database: Database): void => {
  new Gauge({
    name: 'pushgraph_apps_paused',
    help: 'Applications that their provider refuses as a whole.',
    registers: [registry],
    async collect() {
      const [row] = await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM app WHERE paused_until > ?', [
        Date.now(),
      ]);
      this.set(Number(row?.n ?? 0));
    },
  });
};

const addForeignSubscriptions = (registry: Registry, database: Database): void => {
  new Gauge({
    name: 'pushgraph_foreign_subscriptions',
    help: `Devices found in the last 30 days to have subscribed with a VAPID key that is none of their application's; counted up to ${COUNT_LIMIT}.`,
    registers: [registry],
    async collect() {
      const [row] = await database.query<{ n: number }>(
        `SELECT COUNT(*) AS n FROM (SELECT 1 FROM foreign_subscription LIMIT ${COUNT_LIMIT}) rows_`,
      );
      this.set(Number(row?.n ?? 0));
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

const watchThreads = (registry: Registry): ThreadWatch => {
  const registers = [registry];
  const alive = new Gauge({
    name: 'pushgraph_sender_threads',
    help: 'Threads that send besides the main one and can take work now.',
    registers,
  });
  const ended = new Counter({
    name: 'pushgraph_sender_thread_restarts_total',
    help: 'Sending threads that ended by an error and were replaced; what they had under way was tried again.',
    registers,
  });
  return { aliveChanged: (count) => alive.set(count), threadEnded: () => ended.inc() };
};
