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
import { Drained, isAbort, isThroughAlready, jobRules, longestWait, retryAfter } from './job-rules.js';
import { AGENDA_LOCK_MS, JobLost, type StoredData, uniqueByKey } from './job-store.js';
import { RepeatingJobs } from './repeating-jobs.js';
import { StoreOutage } from './store-outage.js';
import { WakeUps } from './wake-ups.js';

export interface AgendaQueueOptions {
  readonly database: Database;
  /** `mongodb://…`, or null: the jobs live in the database, which must be migrated. */
  readonly jobsUrl: string | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Batches at once in this process. */
  readonly concurrency: number;
  /** How long the job of a worker that fell silent stays with it. A handler that takes longer calls `touch`. */
  readonly lockLifetimeMs?: number;
  /** How often to look for what other processes saved; our own jobs start within milliseconds. */
  readonly scanEveryMs?: number;
  /** How often to look for jobs that lie too far ahead, since a clock was set back. */
  readonly pullBackEveryMs?: number;
  /** The pause before the first further try of a failed one-off job. */
  readonly retryDelayMs?: number;
}

const LOCK_LIFETIME_MS = 15_000;
const PULL_BACK_EVERY_MS = 5_000;
const MAX_CONCURRENCY = 1_000;
// What is not given back comes free when its lock ends: a store that is down must not hold up the exit.
const GRACE_MS = 1_000;

/** The jobs of the product on Agenda. A process that never calls `start` only adds jobs, for others to do. */
export class AgendaQueue implements JobQueue {
  private readonly agenda: Agenda;
  private readonly wakeUps: WakeUps;
  private readonly drained = new AbortController();
  private readonly running = new Set<string>();
  private readonly touchEveryMs: number;
  /** null where the jobs are in the database: without that nothing goes on. */
  private readonly outage: StoreOutage | null;
  /** null where the store keeps the repeating jobs, so that all workers share them. */
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
      // Each name has its own limit; together they stay below this one.
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

  /** Begins to work. `context.signal` is aborted by `drain`; a handler that throws its reason is put back at once. */
  async start(handlers: JobHandlers): Promise<void> {
    const backoff = retryAfter(this.options.retryDelayMs ?? 1_000);
    for (const [name, { concurrency, everyMs }] of jobRules(this.options.concurrency)) {
      // No more locks than can run: what is locked and waits may outlive its lock.
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
    // What is not due yet is found by the sweep when it is.
    await this.tell(save, name, []);
  }

  async cancel(name: JobName, key: string): Promise<void> {
    await this.tell(() => this.backend.repository.removeWaiting(name, keyedAs(key)), name, []);
  }

  /** Whether jobs can be added: the store answers or is not needed, and this process is not on its way out. */
  async isReady(): Promise<boolean> {
    if (!this.isOpen || this.outage) return this.isOpen;
    return this.backend.repository.ping().then(
      () => true,
      () => false,
    );
  }

  /** Why it goes on without the store of its jobs; null: it has it. */
  findOutage(): string | null {
    return this.isOpen && this.outage?.isOn
      ? 'the store of jobs does not answer; the workers look by themselves'
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
   * Takes no more work, aborts the handlers' signal, waits for them up to `deadlineMs`, and gives back what never
   * began. Jobs can still be added. Answers how many still run: those stay locked until their lock ends, and a second
   * call waits for them again.
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
    // Agenda knows of those whose first write is under way; it forgets those that outlive its own deadline.
    await this.agenda.drain({ timeout: Math.max(0, deadline - Date.now()), closeConnection: false });
    await this.idleBefore(deadline);
    if (this.outage) await settled(this.outage.idle(), Math.max(0, deadline - Date.now()));
    if (this.repeating) await settled(this.repeating.idle(), Math.max(0, deadline - Date.now()));
    await settled(repository.giveBack(this.running), GRACE_MS);
    return { running: this.running.size + (this.repeating?.running ?? 0) };
  }

  /**
   * A clock that was set back must not let recurring work stand still. The timer does not go by that clock. What it cannot
   * do now, the next one does.
   */
  private async pullBack(): Promise<void> {
    try {
      for (const [name, { everyMs }] of jobRules(this.options.concurrency)) {
        const waitMs = longestWait(name, everyMs);
        if (waitMs !== null) await this.backend.repository.pullBack(name, new Date(Date.now() + waitMs));
      }
    } catch (error) {
      this.options.logger.debug({ err: error }, 'could not look for jobs that lie too far ahead');
    }
  }

  /** Ends at once what `drain` did not. The database is closed by whoever opened it. */
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
    // A row that another process has saved.
    if (this.repeating?.has(name)) return this.repeating.run(name);
    const handler = handlers[name] as (data: unknown, context: JobHandlerContext) => Promise<void>;
    try {
      const { payload, trace = null } = job.attrs.data;
      // Not of whoever has woken the queue.
      await apart(trace, () => handler(payload, { signal, touch: this.touchOf(job) }));
    } catch (error) {
      // Agenda reads the message of whatever was thrown.
      throw typeof (error as Error | null)?.message === 'string' ? error : new Error(String(error));
    }
  }

  private async idleBefore(deadline: number): Promise<void> {
    const timeout = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    while (this.running.size > 0 && !timeout.aborted) {
      await once(this.agenda, 'complete', { signal: timeout }).catch(() => undefined);
    }
  }

  /** A handler may call it after every message; the store hears of it four times in a lock's life. */
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
      // Agenda counts the job as running until its own turn is over, and would not look for another.
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
        logger.debug({ err: error }, 'job taken over or through');
      // Agenda looks for jobs until the end: a look that is cut off then is nobody's fault.
      else if (this.isClosing || this.outage?.isOn) logger.debug({ err: error }, 'jobs, without their store');
      else logger.error({ err: error }, 'jobs');
    });
  }
}

/** Waits for the end of `work`, good or bad, but not for long. */
const settled = async (work: Promise<unknown>, withinMs: number): Promise<void> => {
  const stop = new AbortController();
  const timeout = sleep(withinMs, undefined, { signal: stop.signal });
  await Promise.race([work, timeout]).catch(() => undefined);
  stop.abort();
  await timeout.catch(() => undefined);
};

const keyedAs = (key: string): string => `at ${key}`;
