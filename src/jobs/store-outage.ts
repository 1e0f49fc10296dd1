import type { Logger } from 'pino';
import type { JobData, JobHandlerContext, JobHandlers, JobName } from '../ports/job-queue.js';
import { isAbort, type JobRule } from './job-rules.js';
import { within } from './within.js';

export interface StoreOutageOptions {
  readonly ping: () => Promise<void>;
  readonly rules: ReadonlyMap<JobName, JobRule>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const LOOK_EVERY_MS = 1_000;
const PATIENCE_MS = 2_000;
/** A single failed attempt may be a broken connection. */
const FAILED_LOOKS = 2;
/** The sweep finds skipped work. */
const MAX_WAITING = 1_000;

/**
 * Jobs are hints, so a job store that does not answer must not stop the work. While it is away, this process looks for
 * work itself, as often as the repeating jobs would, and runs requested work at once. Every worker does the same, and
 * claims in the database keep them apart.
 */
export class StoreOutage {
  private failedLooks = 0;
  private handlers: JobHandlers | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private readonly lastRunAt = new Map<JobName, number>();
  private readonly waiting = new Map<JobName, Map<string, unknown>>();
  private readonly underWay = new Map<JobName, Set<Promise<void>>>();

  constructor(private readonly options: StoreOutageOptions) {}

  get isOn(): boolean {
    return this.failedLooks >= FAILED_LOOKS;
  }

  watch(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Starts working in this process. */
  workWith(handlers: JobHandlers): void {
    this.handlers = handlers;
  }

  /**
   * Adds the job to the store. If the store is away or fails, this process does the work itself, if it works at all.
   */
  async hint<N extends JobName>(tell: () => Promise<void>, name: N, datas: readonly JobData[N][]): Promise<void> {
    if (!this.isOn) {
      const told = await inTime(tell()).then(
        () => true,
        (error) => this.failed(error),
      );
      if (told) return;
    }
    for (const data of datas) this.add(name, data);
    this.work(name);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    await Promise.all([...this.underWay.values()].flatMap((jobs) => [...jobs]));
  }

  private failed(error: unknown): false {
    this.options.logger.debug({ err: error }, 'a job could not be written to the job store');
    return false;
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const answer = this.options.ping();
    // A late answer shows that the store or this process is slow, not away.
    const answered = answer.then(() => this.note(0));
    await inTime(answered).catch(() => this.note(this.failedLooks + 1));
    this.isLooking = false;
    if (this.isOn) this.lookForAll();
    else this.waiting.clear();
  }

  private note(failedLooks: number): void {
    const wasOn = this.isOn;
    this.failedLooks = failedLooks;
    if (wasOn !== this.isOn) this.report();
  }

  private report(): void {
    const { logger } = this.options;
    if (this.isOn) logger.warn('the job store does not answer; this process looks for due work itself');
    else logger.info('the job store answers again');
  }

  private lookForAll(): void {
    for (const [name, { everyMs }] of this.options.rules) {
      if (everyMs === null || performance.now() - (this.lastRunAt.get(name) ?? -Infinity) < everyMs) continue;
      this.lastRunAt.set(name, performance.now());
      this.add(name, {});
      this.work(name);
    }
  }

  private add(name: JobName, data: unknown): void {
    if (!this.handlers || !this.isOn) return;
    const waiting = this.waiting.get(name) ?? new Map<string, unknown>();
    if (waiting.size < MAX_WAITING) waiting.set(JSON.stringify(data), data);
    this.waiting.set(name, waiting);
  }

  private work(name: JobName): void {
    const waiting = this.waiting.get(name);
    const underWay = this.underWay.get(name) ?? new Set();
    this.underWay.set(name, underWay);
    const atOnce = this.options.rules.get(name)?.concurrency ?? 1;
    while (waiting && waiting.size > 0 && underWay.size < atOnce && !this.options.signal.aborted) {
      const [[key, data] = ['', undefined]] = waiting;
      waiting.delete(key);
      const job = this.carryOut(name, data).finally(() => {
        underWay.delete(job);
        this.work(name);
      });
      underWay.add(job);
    }
  }

  private async carryOut(name: JobName, data: unknown): Promise<void> {
    const handler = this.handlers?.[name] as ((data: unknown, context: JobHandlerContext) => Promise<void>) | undefined;
    try {
      await handler?.(data, { signal: this.options.signal, touch: async () => undefined });
    } catch (error) {
      if (!isAbort(error as Error)) this.options.logger.warn({ err: error, job: name, data }, 'job failed');
    }
  }
}

/** Returns the answer, or gives up, because no caller should wait for a store that is away. */
const inTime = (work: Promise<void>): Promise<void> =>
  within(work, PATIENCE_MS, 'the store of jobs takes too long to answer');
