import type { Logger } from 'pino';
import type { JobHandlerContext, JobHandlers, JobName } from '../ports/job-queue.js';
import { apart } from '../tracing.js';
import { isAbort, type JobRule } from './job-rules.js';

export interface RepeatingJobsOptions {
  readonly rules: ReadonlyMap<JobName, JobRule>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

interface Run {
  readonly done: Promise<void>;
  /** Starts again after the current run. */
  next: Promise<void> | null;
}

/**
 * Runs repeating jobs inside a process that owns its SQLite file. As database rows, each run wrote three times, and an
 * idle service wrote 9 GB a day.
 */
export class RepeatingJobs {
  private handlers: JobHandlers | null = null;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly underWay = new Map<JobName, Run>();

  constructor(private readonly options: RepeatingJobsOptions) {}

  /** The number of running jobs. */
  get running(): number {
    return this.underWay.size;
  }

  /** Whether this process runs the job on its own timer. */
  has(name: JobName): boolean {
    return this.handlers !== null && this.everyMs(name) !== null;
  }

  start(handlers: JobHandlers): void {
    this.handlers = handlers;
    for (const [name, { everyMs }] of this.options.rules) {
      if (everyMs === null) continue;
      this.timers.push(setInterval(() => this.tick(name), everyMs).unref());
      this.tick(name);
    }
  }

  /** Resolves after a run that begins after this call. Concurrent calls share that run. */
  run(name: JobName): Promise<void> {
    const now = this.underWay.get(name);
    if (!now) return this.begin(name);
    now.next ??= now.done.then(() => this.run(name));
    return now.next;
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  async idle(): Promise<void> {
    await Promise.all([...this.underWay.values()].map(({ done }) => done));
  }

  private everyMs(name: JobName): number | null {
    return this.options.rules.get(name)?.everyMs ?? null;
  }

  private tick(name: JobName): void {
    if (!this.underWay.has(name)) void this.begin(name);
  }

  private begin(name: JobName): Promise<void> {
    if (this.options.signal.aborted) return Promise.resolve();
    const done = this.carryOut(name).finally(() => this.underWay.delete(name));
    this.underWay.set(name, { done, next: null });
    return done;
  }

  private async carryOut(name: JobName): Promise<void> {
    const { signal, logger } = this.options;
    const handler = this.handlers?.[name] as ((data: object, context: JobHandlerContext) => Promise<void>) | undefined;
    try {
      await apart(null, async () => handler?.({}, { signal, touch: async () => undefined }));
    } catch (error) {
      if (!isAbort(error as Error)) logger.warn({ err: error, job: name }, 'job failed');
    }
  }
}
