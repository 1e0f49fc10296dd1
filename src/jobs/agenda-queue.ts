import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agenda, type Job } from 'agenda';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { retryCutOff } from '../database/retry.js';
import type { Clock } from '../ports/clock.js';
import type { JobData, JobHandlerContext, JobHandlers, JobName, JobQueue } from '../ports/job-queue.js';
import { apart, currentPlace } from '../tracing.js';
import { createBackend, type JobBackend } from './job-backend.js';
import { Drained, hasLostLock, isAbort, isThroughAlready, jobRules, longestWait, retryAfter } from './job-rules.js';
import { AGENDA_LOCK_MS, JobLost, type StoredData, uniqueByKey } from './job-store.js';
import { RepeatingJobs } from './repeating-jobs.js';
import { StoreOutage } from './store-outage.js';
import { WakeUps } from './wake-ups.js';

export interface AgendaQueueOptions {
  readonly database: Database;
  /** `mongodb://…`, or null to keep the jobs in the database, which must be migrated. */
  readonly jobsUrl: string | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Batches that this process runs at once. */
  readonly concurrency: number;
  /** How long a silent worker keeps its job. A handler that takes longer calls `touch`. */
  readonly lockLifetimeMs?: number;
  /** How often to look for jobs of other processes; this process's own start within milliseconds. */
  readonly scanEveryMs?: number;
  /** How often to look for jobs too far in the future, after a clock was set back. */
  readonly pullBackEveryMs?: number;
  /** The pause before the first retry of a failed one-off job. */
  readonly retryDelayMs?: number;
}

const LOCK_LIFETIME_MS = 15_000;
const PULL_BACK_EVERY_MS = 5_000;
const MAX_CONCURRENCY = 1_000;
// An unreleased job becomes free when its lock ends, so a store that is down must not delay the exit.
const GRACE_MS = 1_000;

/** Runs the jobs of the service on Agenda. A process that never calls `start` only adds jobs for others. */
export class AgendaQueue implements JobQueue {
  private readonly agenda: Agenda;
  private readonly wakeUps: WakeUps;
  private readonly drained = new AbortController();
  private readonly running = new Set<string>();
  private readonly touchEveryMs: number;
  /** null if the jobs are in the database, without which nothing works. */
  private readonly outage: StoreOutage | null;
  /** null if the store keeps the repeating jobs, so that all workers share them. */
  private readonly repeating: RepeatingJobs | null;
  private isOpen = true;
  private isClosing = false;
  private pulling: NodeJS.Timeout | undefined;

  static async open(options: AgendaQueueOptions): Promise<AgendaQueue> {
    const { jobsUrl, database, lockLifetimeMs = LOCK_LIFETIME_MS } = options;
    return new AgendaQueue(options, await createBackend({ jobsUrl, lockLifetimeMs }, database));
  }

  private constructor(
    private readonly options: AgendaQueueOptions,
    private readonly backend: JobBackend,
  ) {
    const { scanEveryMs = 1_000, lockLifetimeMs = LOCK_LIFETIME_MS } = options;
    this.touchEveryMs = lockLifetimeMs / 4;
    this.wakeUps = new WakeUps(scanEveryMs);
    this.agenda = new Agenda({
      backend,
      notificationChannel: this.wakeUps,
      processEvery: scanEveryMs,
      defaultLockLifetime: AGENDA_LOCK_MS,
      // Each name has its own limit; their sum stays below this one.
      maxConcurrency: MAX_CONCURRENCY,
    });
    this.outage =
      options.jobsUrl === null
        ? null
        : new StoreOutage({
            ping: () => backend.repository.ping(),
            rules: jobRules(options.concurrency),
            logger: options.logger,
            signal: this.drained.signal,
          });
    this.outage?.watch();
    const { concurrency, logger } = options;
    this.repeating = backend.repository.forgetRepeating
      ? new RepeatingJobs({ rules: jobRules(concurrency), logger, signal: this.drained.signal })
      : null;
    backend.repository.onUpcoming = (name, at) => this.wakeUps.wake(name, at);
    this.listen();
  }

  /** Starts to work. `drain` aborts `context.signal`; a handler that throws its reason is put back at once. */
  async start(handlers: JobHandlers): Promise<void> {
    const backoff = retryAfter(this.options.retryDelayMs ?? 1_000);
    for (const [name, { concurrency, everyMs }] of jobRules(this.options.concurrency)) {
      // Never locks more than can run: a job that waits may outlive its lock.
      const limits = { concurrency, lockLimit: concurrency, ...(everyMs === null && { backoff }) };
      this.agenda.define<StoredData>(name, (job) => this.handle(handlers, name, job), limits);
      if (everyMs === null || this.repeating) continue;
      const save = () => this.agenda.every(everyMs, name, { key: name, payload: {} });
      await retryCutOff(this.options.database.dialect, save);
    }
    await this.backend.repository.forgetRepeating?.();
    await this.pullBack();
    this.pulling = setInterval(() => void this.pullBack(), this.options.pullBackEveryMs ?? PULL_BACK_EVERY_MS).unref();
    await this.agenda.start();
    this.outage?.workWith(handlers);
    this.repeating?.start(handlers);
  }

  enqueue<N extends JobName>(name: N, data: JobData[N]): Promise<void> {
    return this.enqueueMany(name, [data]);
  }

  async enqueueMany<N extends JobName>(
    name: N,
    datas: readonly JobData[N][],
    { first = false }: { first?: boolean } = {},
  ): Promise<void> {
    if (this.repeating?.has(name)) return void this.repeating.run(name);
    const add = () =>
      this.backend.repository.addWaiting(
        name,
        datas.map((payload) => ({ key: `now ${JSON.stringify(payload)}`, payload })),
        { first },
      );
    await this.tell(add, name, datas);
    this.wakeUps.wake(name);
  }

  async enqueueAt<N extends JobName>(
    name: N,
    data: JobData[N],
    { at, key }: { at: number; key: string },
  ): Promise<void> {
    const delayMs = Math.max(0, at - this.options.clock.now());
    const trace = currentPlace();
    const stored = { key: keyedAs(key), payload: data, ...(trace === null ? {} : { trace }) };
    const job = this.agenda.create<StoredData>(name, stored);
    const save = async (): Promise<void> => {
      await job
        .unique(uniqueByKey(keyedAs(key)))
        .schedule(new Date(Date.now() + delayMs))
        .save();
    };
    // The sweep finds work that becomes due later.
    await this.tell(save, name, []);
  }

  async cancel(name: JobName, key: string): Promise<void> {
    await this.tell(() => this.backend.repository.removeWaiting(name, keyedAs(key)), name, []);
  }

  /** Whether jobs can be added: the store answers or is not needed, and this process is not stopping. */
  async isReady(): Promise<boolean> {
    if (!this.isOpen || this.outage) return this.isOpen;
    return this.backend.repository.ping().then(
      () => true,
      () => false,
    );
  }

  /** Returns why it works without its job store, or null. */
  findOutage(): string | null {
    return this.isOpen && this.outage?.isOn
      ? 'the job store does not answer; workers look for due work themselves'
      : null;
  }

  private async tell<N extends JobName>(
    ask: () => Promise<void>,
    name: N,
    datas: readonly JobData[N][],
  ): Promise<void> {
    await (this.outage ? this.outage.hint(ask, name, datas) : ask());
  }

  /**
   * Accepts no more work, aborts the handlers' signal, waits up to `deadlineMs`, and releases jobs that never started.
   * Jobs can still be added. Returns how many still run: those stay locked until their lock ends, and a second call
   * waits for them again.
   */
  async drain(deadlineMs: number): Promise<{ running: number }> {
    const deadline = Date.now() + deadlineMs;
    this.isOpen = false;
    clearInterval(this.pulling);
    this.drained.abort(new Drained());
    this.outage?.stop();
    this.repeating?.stop();
    const { repository } = this.backend;
    await settled(repository.stopHandingOut(), GRACE_MS);
    // Agenda knows the jobs whose first write is running, but forgets a write that outlives its own deadline.
    await this.agenda.drain({ timeout: Math.max(0, deadline - Date.now()), closeConnection: false });
    await this.idleBefore(deadline);
    if (this.outage) await settled(this.outage.idle(), Math.max(0, deadline - Date.now()));
    if (this.repeating) await settled(this.repeating.idle(), Math.max(0, deadline - Date.now()));
    await settled(repository.giveBack(this.running), GRACE_MS);
    return { running: this.running.size + (this.repeating?.running ?? 0) };
  }

  /**
   * Keeps recurring jobs running after a clock was set back. The timer does not use that clock; the next tick repeats
   * what fails.
   */
  private async pullBack(): Promise<void> {
    try {
      for (const [name, { everyMs }] of jobRules(this.options.concurrency)) {
        const waitMs = longestWait(name, everyMs);
        if (waitMs !== null) await this.backend.repository.pullBack(name, new Date(Date.now() + waitMs));
      }
    } catch (error) {
      this.options.logger.debug({ err: error }, 'could not look for jobs too far in the future');
    }
  }

  /** Ends everything at once that `drain` did not end. The caller closes the database. */
  async close(): Promise<void> {
    if (!this.drained.signal.aborted) await this.drain(0);
    this.isClosing = true;
    await this.backend.repository.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private async handle(handlers: JobHandlers, name: JobName, job: Job<StoredData>): Promise<void> {
    const { signal } = this.drained;
    signal.throwIfAborted();
    // A row that another process saved.
    if (this.repeating?.has(name)) return this.repeating.run(name);
    const handler = handlers[name] as (data: unknown, context: JobHandlerContext) => Promise<void>;
    try {
      const { payload, trace = null } = job.attrs.data;
      // Does not block the caller that woke the queue.
      await apart(trace, () => handler(payload, { signal, touch: this.touchOf(job) }));
    } catch (error) {
      // Agenda reads the message of anything thrown.
      throw typeof (error as Error | null)?.message === 'string' ? error : new Error(String(error));
    }
  }

  private async idleBefore(deadline: number): Promise<void> {
    const timeout = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    while (this.running.size > 0 && !timeout.aborted) {
      await once(this.agenda, 'complete', { signal: timeout }).catch(() => undefined);
    }
  }

  /** A handler may call it after every message; it reaches the store four times per lock. */
  private touchOf(job: Job<StoredData>): () => Promise<void> {
    let touchedAt = Date.now();
    return async () => {
      if (Date.now() - touchedAt < this.touchEveryMs) return;
      touchedAt = Date.now();
      await job.touch();
    };
  }

  private listen(): void {
    const { logger } = this.options;
    this.agenda.on('start', (job: Job) => this.running.add(String(job.attrs._id)));
    this.agenda.on('complete', (job: Job) => {
      this.running.delete(String(job.attrs._id));
      // Agenda counts the job as running until its own turn ends, and would not look for another.
      setImmediate(() => this.wakeUps.wake(job.attrs.name));
      if (job.attrs.nextRunAt) this.wakeUps.wake(job.attrs.name, job.attrs.nextRunAt);
    });
    this.agenda.on('fail', (error: Error, job: Job) => {
      if (!isAbort(error))
        logger.warn(
          { err: error, job: job.attrs.name, data: job.attrs.data, tries: job.attrs.failCount },
          'job failed',
        );
    });
    this.agenda.on('error', (error: Error) => {
      if (error instanceof JobLost || isThroughAlready(error))
        logger.debug({ err: error }, 'the job was taken over or has ended');
      // Agenda scans until the end, so an interrupted scan is not an error.
      else if (this.isClosing || this.outage?.isOn) logger.debug({ err: error }, 'the jobs failed without their store');
      else if (hasLostLock(error))
        logger.warn({ err: error }, 'a job lost its lock: this process or the job store stood still');
      else logger.error({ err: error }, 'jobs');
    });
  }
}

/** Waits a limited time for `work` to settle. */
const settled = async (work: Promise<unknown>, withinMs: number): Promise<void> => {
  const stop = new AbortController();
  const timeout = sleep(withinMs, undefined, { signal: stop.signal });
  await Promise.race([work, timeout]).catch(() => undefined);
  stop.abort();
  await timeout.catch(() => undefined);
};

const keyedAs = (key: string): string => `at ${key}`;
