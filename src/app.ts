import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ApiParts } from './api-plugins.js';
import type { Config } from './config/config.js';
import { parseRedisUrl } from './config/redis-url.js';
import type { SmtpConfig } from './config/smtp-url.js';
import { liquidTemplates } from './content/liquid/compile-template.js';
import { loadKeyring } from './crypto/load-master-key.js';
import { PreferencesLinks } from './crypto/preferences-token.js';
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
import type { Mailer } from './ports/mailer.js';
import { createSenders, type Senders } from './providers/create-senders.js';
import type { ThreadWatch } from './providers/threads/thread-pool.js';
import { readDeviceBody } from './sdk-api/to-input.js';
import type { EventFollower } from './services/event-log/event-follower.js';
import type { NewKey } from './services/keys/key-service.js';
import { checkMasterKey } from './services/keys/master-key.js';
import { openMediaStore } from './services/media/open-media-store.js';
import { OperatorWatch } from './services/operations/operator-watch.js';
import type { RedisConnection } from './services/pubsub/redis-connection.js';
import type { RedisRelay } from './services/pubsub/redis-relay.js';
import { StatusHub } from './services/pubsub/status-hub.js';
import { RunQueryService } from './services/runs/run-query-service.js';
import { createServices, type Services } from './services/services.js';
import { createSinkRunners } from './services/sinks/sink-runner.js';
import { createWebhookWorker } from './services/webhooks/create-webhooks.js';
import { type StartWatch, untilItAnswers } from './until-it-answers.js';

const DRAIN_MS = 8_000;
const HARD_STOP_MS = 4_000;
/**
 * How long closing senders wait for answers. Messages without one are recorded as unanswered before the process ends.
 */
const GIVE_UP_MS = 2_000;
/** How long audit entries are collected before they are written. A kill can lose this much. */
const AUDIT_GATHER_MS = 500;
/** Pages of this process may have to stop at once after these events. */
const STOPPING: ReadonlySet<string> = new Set(['run.cancelled', 'run.paused']);

/** Overrides for tests. */
export interface AppOverrides {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Extra certificate authorities for providers, PEM. */
  readonly ca?: string;
  /** How often the jobs look for those of other processes. */
  readonly scanEveryMs?: number;
  /** Reports that the database is away, in place of the errors of everything that needs it. */
  readonly outageLog?: OutageLog;
  /** If omitted, a store that does not answer ends the start. */
  readonly watch?: StartWatch;
}

export interface PushgraphApp {
  /** The server does not listen yet. */
  readonly server: FastifyInstance;
  /** The server of a separate `/metrics` port. It does not listen yet, either. */
  readonly metricsServer: Server | null;
  readonly services: Services;
  readonly database: Database;
  readonly flow: DeliveryFlow;
  readonly jobs: AgendaQueue;
  /** The first user's key, if this start created one. */
  readonly bootstrapped: NewKey | null;
  /** Recalculates pending moments at once after the time-zone rules changed, if this process plans moments. */
  replan(): Promise<void>;
  /** Starts working on jobs, if this process's role includes them. */
  startJobs(): Promise<void>;
  /** Drains within 15 s: accepts no new work, lets batches reach their next checkpoint, and closes everything. */
  stop(): Promise<void>;
}

/** The only composition root: connects every layer with the others. */
export const createApp = async (
  config: Config,
  logger: Logger,
  overrides: AppOverrides = {},
): Promise<PushgraphApp> => {
  const { clock = systemClock, random = Math.random, watch = null } = overrides;
  const { keyring, database } = await untilItAnswers(
    'database',
    async () => {
      // The key file is beside the database, so a full disk delays both.
      const keyring = await loadKeyring(config);
      const { database } = await openDatabase(
        config.database,
        (opened) => checkMasterKey(opened, keyring, clock.now()),
        {
          ...(watch && { signal: watch.signal }),
          ...(watch?.migrated && { onMigrated: watch.migrated }),
        },
      );
      return { keyring, database };
    },
    watch,
  );
  overrides.outageLog?.watch({ ping: () => database.query('SELECT 1'), log: logger });
  const relay = await openRelay(config, logger, overrides);
  const runs = new RunQueryService(database, clock);
  const status = new StatusHub({ database, runs, relay });
  /** Consumers of the event log. A worker starts them. */
  const followers: Pick<EventFollower, 'start' | 'stop' | 'wake'>[] = [];
  database.onOutbox = (userId, written) => {
    status.outboxGrew(userId);
    for (const follower of followers) follower.wake();
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
      logger.info({ level_now: logger.level }, 'the log level was changed');
    },
  });
  const findMaintenance = () => operator.maintenance;
  const sinkConfigs = config.role === 'api' ? [] : config.sinks;
  const metrics = createMetrics(database, {
    status: config.role === 'worker' ? null : status,
    relay,
    findMaintenance,
    sinks: sinkConfigs.map(({ name }) => name),
  });
  followers.push(...createSinkRunners(sinkConfigs, { database, clock, log: logger, metrics: metrics.sinks }));
  const senders = createSenders({
    baseUrls: config.providerUrls,
    allowPrivate: config.outboundAllowPrivate,
    webPushHosts: config.webPushHosts,
    answerMs: config.delivery.answerTimeoutMs,
    providerATransport: config.providerATransport,
    http2Engine: config.providerTransport,
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
  const { publicUrl, preferences } = config;
  const preferencesLinks = new PreferencesLinks({ keyring, publicUrl, days: preferences.linkDays });
  const compileTemplate = liquidTemplates({
    preferencesUrl: (subject) => preferencesLinks.urlOf(subject, clock.now()),
  });
  const mailer = config.smtp && (await openMailer(config.smtp, overrides));
  const services = createServices({
    database,
    clock,
    keyring,
    jobs,
    dueSignal,
    compileTemplate,
    publisher: status,
    senders,
    allowPrivate: config.outboundAllowPrivate,
    webPushHosts: config.webPushHosts,
    readDeviceBody,
    importMaxBytes: config.importMaxBytes,
    backupDays: config.backupDays,
    ca: overrides.ca,
    media: { ...config.media, store: openMediaStore(config.media) },
    importChanged: (userId) => status.importChanged(userId),
    newTagsPerApp: config.sdkLimits.newTagsPerApp,
    preferencesLinks,
    maxDevices: operator.maxDevices,
    graceMs: config.delivery.graceMs,
    timeToLiveSeconds: config.delivery.timeToLiveSeconds,
    runRetentionDays: config.delivery.runRetentionDays,
    ...{ mailer, publicUrl },
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
    sweepMedia: (signal) => services.media.sweep(signal),
    createUsers: (signal) => services.userUpkeep.run(signal),
    countConversions: (signal) => services.conversionCounter.run(signal),
    runImports: (signal) => services.importRunner.run(signal),
    watchAlerts: async (signal) => {
      await services.alertWatch.run(signal);
      await services.alertMails.run(signal);
    },
    runErasures: (signal) => services.erasureRunner.run(signal),
    messagesPerMinute: operator.messagesPerMinute,
    isHeld: () => operator.maintenance !== null,
    random,
    compileTemplate,
    log: logger,
    metrics: metrics.delivery,
  });
  const webhooks = createWebhookWorker({
    ...{ database, clock, keyring, random, log: logger, ca: overrides.ca },
    allowPrivate: config.outboundAllowPrivate,
    audit: services.audit,
    isHeld: () => operator.maintenance !== null,
    countAttempts: metrics.countWebhookAttempts,
  });
  followers.push(webhooks);
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
            countReceipt: metrics.countReceipt,
            findMaintenance,
          }),
  });
  // This step comes last, so that a failed start does not use up the first key.
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
      if (stopping) return;
      await jobs.start(flow.handlers());
      if (stopping) return;
      flow.start();
      for (const follower of followers) follower.start();
    },
    stop: async () => {
      stopping = true;
      metricsServer?.close();
      metricsServer?.closeIdleConnections();
      await Promise.all([flow.stop(), operator.stop(), ...followers.map((follower) => follower.stop())]);
      const patienceEnds = performance.now() + DRAIN_MS;
      const [drained] = await Promise.all([jobs.drain(DRAIN_MS), server.close()]);
      await Promise.all([services.audit.flush(), services.webhookTests.close()]);
      const isRecorded = await flow.lateRecorded(Math.max(0, patienceEnds - performance.now()));
      if (drained.running > 0 || !isRecorded) {
        flow.stopHard();
        await Promise.all([jobs.drain(HARD_STOP_MS), flow.lateRecorded(HARD_STOP_MS), closeSenders(senders)]);
      }
      await closeSenders(senders);
      mailer?.close();
      await relay?.close();
      await limitStore?.close();
      await jobs.close();
      await database.close();
    },
  };
};

const closeSenders = (senders: Senders) =>
  Promise.all(Object.values(senders).map((sender) => sender.close(GIVE_UP_MS)));

/** The client is loaded on demand, because few installations send e-mails. */
const openMailer = async (smtp: SmtpConfig, { ca }: AppOverrides): Promise<Mailer> =>
  (await import('./services/alerts/smtp-mailer.js')).openSmtpMailer(smtp, { ca });

/**
 * null without Redis. It connects when Redis is reachable. The client is loaded on demand, because that takes a tenth
 * of a start.
 */
const openRelay = async ({ redisUrl }: Config, log: Logger, { ca }: AppOverrides): Promise<RedisRelay | null> => {
  if (redisUrl === null) return null;
  const { RedisRelay } = await import('./services/pubsub/redis-relay.js');
  return new RedisRelay({ url: redisUrl, log, ...(ca === undefined ? {} : { ca }) });
};

/** null without Redis or without requests; each process then counts separately. */
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
    onReady: () => log.info('Redis counts the limits'),
    onLost: (reason) =>
      log.warn({ reason }, 'the shared counter of limits does not answer; each process counts separately'),
  });
};

const watchThreads = ({ threads }: Metrics, log: Logger): ThreadWatch => ({
  aliveChanged: (alive) => threads.aliveChanged(alive),
  threadEnded: (reason, restartAfterMs) => {
    threads.threadEnded(reason, restartAfterMs);
    log.error({ reason, restartAfterMs }, 'a sending thread ended; its messages are retried');
  },
  tried: (provider, { isShared, ratio }) => {
    const where = isShared ? 'shared with the sending threads' : 'sent by the main thread alone';
    log.info({ provider, times_as_fast_when_shared: Number(ratio.toFixed(2)) }, `pages are ${where} from now on`);
  },
});

const loadApi = async (parts: ApiParts): Promise<HttpPlugin[]> => (await import('./api-plugins.js')).apiPlugins(parts);

/** Returns null if requests can be served. */
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
