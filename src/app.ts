import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ApiParts } from './api-plugins.js';
import type { Config } from './config/config.js';
import { parseRedisUrl } from './config/redis-url.js';
import { loadKeyring } from './crypto/load-master-key.js';
import type { Database } from './database/database.js';
import { openDatabase } from './database/open-database.js';
import { batchJobsAtOnce } from './delivery/fairness/concurrency-limiter.js';
import { DeliveryFlow } from './delivery/flow.js';
import { createHttpServer } from './http/create-http-server.js';
import type { HttpPlugin } from './http/http-plugin.js';
import { createMetricsServer } from './http/metrics-server.js';
import { AgendaQueue } from './jobs/agenda-queue.js';
import { DebouncedTrigger } from './jobs/debounced-trigger.js';
import { createMetrics, type Metrics } from './metrics.js';
import type { OutageLog } from './outage-log.js';
import { type Clock, systemClock } from './ports/clock.js';
import { createSenders, type Senders } from './providers/create-senders.js';
import type { ThreadWatch } from './providers/threads/thread-pool.js';
import { readDeviceBody } from './sdk-api/to-input.js';
import type { NewKey } from './services/keys/key-service.js';
import { checkMasterKey } from './services/keys/master-key.js';
import { OperatorWatch } from './services/operations/operator-watch.js';
import type { RedisConnection } from './services/pubsub/redis-connection.js';
import type { RedisRelay } from './services/pubsub/redis-relay.js';
import { StatusHub } from './services/pubsub/status-hub.js';
import { RunQueryService } from './services/runs/run-query-service.js';
import { createServices, type Services } from './services/services.js';
import { type StartWatch, untilItAnswers } from './until-it-answers.js';

const DRAIN_MS = 8_000;
const HARD_STOP_MS = 4_000;
/** How long senders that close wait for answers: messages without one are recorded as unanswered before the process ends. */
const GIVE_UP_MS = 2_000;
/** How long entries of the audit log wait for each other: what a kill can lose of it. */
const AUDIT_GATHER_MS = 500;
/** Events after which pages of this process may have to stop at once. */
const STOPPING: ReadonlySet<string> = new Set(['run.cancelled', 'run.paused']);

/** What tests replace. */
export interface AppOverrides {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Extra certificate authorities for providers, PEM. */
  readonly ca?: string;
  /** How often the jobs look for what other processes saved. */
  readonly scanEveryMs?: number;
  /** Of the logger: says that the database is away in place of the errors of everything that needs it. */
  readonly outageLog?: OutageLog;
  /** Left out: a store that does not answer ends the start. */
  readonly watch?: StartWatch;
}

export interface PushgraphApp {
  /** Does not listen yet. */
  readonly server: FastifyInstance;
  /** Where `/metrics` has a port of its own. Does not listen yet, either. */
  readonly metricsServer: Server | null;
  readonly services: Services;
  readonly database: Database;
  readonly flow: DeliveryFlow;
  readonly jobs: AgendaQueue;
  /** The first user's key, if this start made one. */
  readonly bootstrapped: NewKey | null;
  /** Works pending moments out anew at once, if this process's role has it plan them: other rules for clocks are in use. */
  replan(): Promise<void>;
  /** Begins to work on jobs, if this process's role has it do so. */
  startJobs(): Promise<void>;
  /** Drains: no new work, batches reach their next checkpoint, everything closes; within 15 s. */
  stop(): Promise<void>;
}

/** The only composition root: joins every layer to the others. */
export const createApp = async (
  config: Config,
  logger: Logger,
  overrides: AppOverrides = {},
): Promise<PushgraphApp> => {
  const { clock = systemClock, random = Math.random, watch = null } = overrides;
  const keyring = await loadKeyring(config);
  const { database } = await untilItAnswers(
    'database',
    () =>
      openDatabase(config.database, (opened) => checkMasterKey(opened, keyring, clock.now()), {
        ...(watch && { signal: watch.signal }),
        ...(watch?.migrated && { onMigrated: watch.migrated }),
      }),
    watch,
  );
  overrides.outageLog?.watch({ ping: () => database.query('SELECT 1'), log: logger });
  const relay = await openRelay(config, logger, overrides);
  const runs = new RunQueryService(database, clock);
  const status = new StatusHub({ database, runs, relay });
  database.onOutbox = (userId, written) => {
    status.outboxGrew(userId);
    if (written.some(({ type }) => STOPPING.has(type))) void flow.lookForStops();
    for (const { type, details } of written) logger.info({ user: userId, ...details }, type);
  };
  const operator = new OperatorWatch({
    database,
    clock,
    log: logger,
    onMaintenance: () => flow.hold(),
    onEnd: () => void wakeSenders(),
    onLogLevel: (level) => {
      logger.level = level ?? config.logLevel;
      logger.info({ level_now: logger.level }, 'the level of the log was changed');
    },
  });
  const findMaintenance = () => operator.maintenance;
  const metrics = createMetrics(database, {
    status: config.role === 'worker' ? null : status,
    relay,
    findMaintenance,
  });
  const senders = createSenders({
    baseUrls: config.providerUrls,
    allowPrivate: config.outboundAllowPrivate,
    webPushHosts: config.webPushHosts,
    answerMs: config.delivery.answerTimeoutMs,
    providerATransport: config.providerATransport,
    threads: {
      count: config.role === 'api' ? 0 : config.senderThreads,
      whenNeeded: true,
      watch: watchThreads(metrics, logger),
    },
    clock,
    random,
    ...(overrides.ca ? { ca: overrides.ca } : {}),
  });
  const openJobs = () =>
    AgendaQueue.open({
      database,
      jobsUrl: config.jobsUrl,
      clock,
      logger,
      concurrency: batchJobsAtOnce(config.delivery.concurrency),
      ...(overrides.scanEveryMs ? { scanEveryMs: overrides.scanEveryMs } : {}),
    });
  const jobs = await untilItAnswers('jobs', openJobs, watch);
  const dueSignal = new DebouncedTrigger(jobs, clock);
  const services = createServices({
    database,
    clock,
    keyring,
    jobs,
    dueSignal,
    publisher: status,
    senders,
    allowPrivate: config.outboundAllowPrivate,
    webPushHosts: config.webPushHosts,
    readDeviceBody,
    importMaxBytes: config.importMaxBytes,
    importChanged: (userId) => status.importChanged(userId),
    newTagsPerApp: config.sdkLimits.newTagsPerApp,
    maxDevices: operator.maxDevices,
    graceMs: config.delivery.graceMs,
    log: logger,
    auditGatherMs: AUDIT_GATHER_MS,
  });
  const flow = new DeliveryFlow({
    database,
    clock,
    keyring,
    vault: services.vault,
    senders,
    jobs,
    publisher: status,
    config: config.delivery,
    runImports: (signal) => services.importRunner.run(signal),
    messagesPerMinute: operator.messagesPerMinute,
    isHeld: () => operator.maintenance !== null,
    random,
    log: logger,
    metrics: metrics.delivery,
  });
  const wakeSenders = async (): Promise<void> => {
    for (const job of ['sweep', 'retries', 'due-sends'] as const) await jobs.enqueue(job, {}).catch(() => undefined);
  };
  await operator.start();
  const limitStore = await openLimitStore(config, logger, overrides);
  let stopping = false;
  const server = await createHttpServer({
    logger,
    metrics: metrics.registry,
    metricsElsewhere: config.metricsPort !== null,
    limits: config.connections,
    checkReadiness: () => (stopping ? Promise.resolve('the service is stopping') : findObstacle(database, jobs)),
    findOutage: () => jobs.findOutage(),
    findMaintenance,
    trustProxy: config.trustProxy,
    plugins:
      config.role === 'worker'
        ? []
        : await loadApi({
            ...{ config, database, services, runs, status, keyring, clock, logger },
            redis: limitStore?.client ?? null,
            countRefusal: metrics.countRefusal,
            findMaintenance,
          }),
  });
  // Last, so that a start that fails has not used up the first key.
  const bootstrapped = await untilItAnswers('database', () => services.keys.bootstrap(config.bootstrapApiKey), watch);
  const metricsServer = config.metricsPort === null ? null : createMetricsServer(metrics.registry);
  return {
    server,
    metricsServer,
    services,
    database,
    flow,
    jobs,
    bootstrapped,
    replan: async () => {
      if (config.role !== 'api' && !stopping) await flow.replan();
    },
    startJobs: async () => {
      if (config.role === 'api') return;
      await flow.replan();
      await jobs.start(flow.handlers());
      flow.start();
    },
    stop: async () => {
      stopping = true;
      metricsServer?.close();
      metricsServer?.closeIdleConnections();
      await Promise.all([flow.stop(), operator.stop()]);
      const patienceEnds = performance.now() + DRAIN_MS;
      const [drained] = await Promise.all([jobs.drain(DRAIN_MS), server.close()]);
      await services.audit.flush();
      const isRecorded = await flow.lateRecorded(Math.max(0, patienceEnds - performance.now()));
      if (drained.running > 0 || !isRecorded) {
        flow.stopHard();
        await Promise.all([jobs.drain(HARD_STOP_MS), flow.lateRecorded(HARD_STOP_MS), closeSenders(senders)]);
      }
      await closeSenders(senders);
      await relay?.close();
      await limitStore?.close();
      await jobs.close();
      await database.close();
    },
  };
};

const closeSenders = (senders: Senders) =>
  Promise.all(Object.values(senders).map((sender) => sender.close(GIVE_UP_MS)));

/**
 * null without Redis. It connects by itself, now or whenever Redis is there. Its client is loaded only where there is one:
 * it takes a tenth of a start.
 */
const openRelay = async ({ redisUrl }: Config, log: Logger, { ca }: AppOverrides): Promise<RedisRelay | null> => {
  if (redisUrl === null) return null;
  const { RedisRelay } = await import('./services/pubsub/redis-relay.js');
  return new RedisRelay({ url: redisUrl, log, ...(ca === undefined ? {} : { ca }) });
};

/** null without Redis, or where there are no requests: then each process counts for itself. */
const openLimitStore = async (
  { redisUrl, role }: Config,
  log: Logger,
  { ca }: AppOverrides,
): Promise<RedisConnection | null> => {
  if (redisUrl === null || role === 'worker') return null;
  const { RedisConnection } = await import('./services/pubsub/redis-connection.js');
  return new RedisConnection({
    address: parseRedisUrl(redisUrl),
    ...(ca === undefined ? {} : { ca }),
    onReady: () => log.info('redis counts for the limits'),
    onLost: (reason) => log.warn({ reason }, 'redis does not count: each process limits by itself'),
  });
};

const watchThreads = ({ threads }: Metrics, log: Logger): ThreadWatch => ({
  aliveChanged: (alive) => threads.aliveChanged(alive),
  threadEnded: (reason, restartAfterMs) => {
    threads.threadEnded(reason, restartAfterMs);
    log.error({ reason, restartAfterMs }, 'a sending thread ended; what it had under way is tried again');
  },
  tried: (provider, { isShared, ratio }) => {
    const where = isShared ? 'shared with the sending threads' : 'sent by the main thread alone';
    log.info({ provider, times_as_fast_when_shared: Number(ratio.toFixed(2)) }, `pages are ${where} from now on`);
  },
});

const loadApi = async (parts: ApiParts): Promise<HttpPlugin[]> => (await import('./api-plugins.js')).apiPlugins(parts);

/** null when a request would find everything that it needs. */
const findObstacle = async (database: Database, jobs: AgendaQueue): Promise<string | null> => {
  try {
    if (await database.hasPendingMigrations()) return 'the database has migrations to run';
  } catch {
    return 'the database does not answer';
  }
  const trouble = await database.findWriteTrouble();
  if (trouble !== null) return trouble;
  return (await jobs.isReady()) ? null : 'the jobs do not answer';
};
