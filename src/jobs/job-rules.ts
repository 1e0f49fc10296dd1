import { type BackoffStrategy, exponential } from 'agenda';
import type { JobName } from '../ports/job-queue.js';

export interface JobRule {
  /** Concurrent jobs in this process. */
  readonly concurrency: number;
  /** Interval of repeating jobs; null for one-off jobs, which are retried when they fail. */
  readonly everyMs: number | null;
}

export const jobRules = (batchConcurrency: number): ReadonlyMap<JobName, JobRule> =>
  new Map(
    Object.entries({
      moment: { concurrency: 4, everyMs: null },
      batch: { concurrency: batchConcurrency, everyMs: null },
      'due-sends': { concurrency: 1, everyMs: 1_000 },
      retries: { concurrency: 1, everyMs: 1_000 },
      conversions: { concurrency: 1, everyMs: 10_000 },
      imports: { concurrency: 1, everyMs: 5_000 },
      sweep: { concurrency: 1, everyMs: 5_000 },
      alerts: { concurrency: 1, everyMs: 60_000 },
      upkeep: { concurrency: 1, everyMs: 3_600_000 },
    } satisfies Record<JobName, JobRule>) as [JobName, JobRule][],
  );

const MAX_RETRIES = 5;

/** The longest wait of a batch for its last attempt. */
const LONGEST_RETRY_MS = 120_000;
/** The largest expected difference between two machines' clocks. */
const MAX_SKEW_MS = 2_000;

/** How far in the future a job may be; null for any requested time. */
export const longestWait = (name: JobName, everyMs: number | null): number | null =>
  name === 'moment' ? null : (everyMs ?? LONGEST_RETRY_MS) + MAX_SKEW_MS;

/**
 * A few attempts with growing pauses; after that the sweep finds the work. A job interrupted by a drain is retried at
 * once.
 */
export const retryAfter = (delayMs: number): BackoffStrategy => {
  const growing = exponential({ delay: delayMs, factor: 2, maxRetries: MAX_RETRIES, jitter: 0.2 });
  return (failure) => (isAbort(failure.error) ? 0 : growing(failure));
};

/** The reason of handlers' signals. Node's default would do, but is not an `Error` inside jest. */
export class Drained extends Error {
  constructor() {
    super('this process is stopping');
    this.name = 'AbortError';
  }
}

/** Node's own functions throw their own `AbortError` when the signal fires. */
export const isAbort = (error: { name?: unknown }): boolean => error.name === 'AbortError';

/**
 * Agenda checks a running job by its lock, and reports an error between the release of the lock and the job's last
 * write (JobProcessor.runOrRetry of agenda 6.2). That error is harmless.
 */
export const isThroughAlready = (error: Error): boolean => error.message.includes('no lockedAt date found');

/**
 * Agenda gives up a job whose lock was not renewed in time (JobProcessor.runOrRetry of agenda 6.2): this process or the
 * store of the jobs stood still. The leases of the work decide which process continues it.
 */
export const hasLostLock = (error: Error): boolean => error.message.includes('execution took more than');
