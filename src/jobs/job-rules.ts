import { type BackoffStrategy, exponential } from 'agenda';
import type { JobName } from '../ports/job-queue.js';

export interface JobRule {
  /** At once in this process. */
  readonly concurrency: number;
  /** Repeating jobs; null: one-off ones, which are tried again when they fail. */
  readonly everyMs: number | null;
}

export const jobRules = (batchConcurrency: number): ReadonlyMap<JobName, JobRule> =>
  new Map(
    Object.entries({
      moment: { concurrency: 4, everyMs: null },
      batch: { concurrency: batchConcurrency, everyMs: null },
      'due-sends': { concurrency: 1, everyMs: 1_000 },
      retries: { concurrency: 1, everyMs: 1_000 },
      imports: { concurrency: 1, everyMs: 5_000 },
      sweep: { concurrency: 1, everyMs: 5_000 },
      upkeep: { concurrency: 1, everyMs: 3_600_000 },
    } satisfies Record<JobName, JobRule>) as [JobName, JobRule][],
  );

const MAX_RETRIES = 5;

/** No batch waits longer for its last try. */
const LONGEST_RETRY_MS = 120_000;
/** Two machines' clocks may differ by so much. */
const MAX_SKEW_MS = 2_000;

/** How far ahead a job may lie; null: as far as it was asked for. */
export const longestWait = (name: JobName, everyMs: number | null): number | null =>
  name === 'moment' ? null : (everyMs ?? LONGEST_RETRY_MS) + MAX_SKEW_MS;

/** A few tries with growing pauses; after them the sweep finds what is left. A job that a drain cut short waits for nothing. */
export const retryAfter = (delayMs: number): BackoffStrategy => {
  const growing = exponential({ delay: delayMs, factor: 2, maxRetries: MAX_RETRIES, jitter: 0.2 });
  return (failure) => (isAbort(failure.error) ? 0 : growing(failure));
};

/** The reason that handlers find in their signal. Node's own would do, but is no `Error` of jest's. */
export class Drained extends Error {
  constructor() {
    super('this process is stopping');
    this.name = 'AbortError';
  }
}

/** Whoever listened to the signal: Node's own functions throw an `AbortError` of theirs. */
export const isAbort = (error: { name?: unknown }): boolean => error.name === 'AbortError';

/**
 * Agenda looks after a running job by its lock, and reports an error if it looks between the moment when the job gives
 * the lock back and the end of its last write (JobProcessor.runOrRetry of agenda 6.2). Nothing is wrong then.
 */
export const isThroughAlready = (error: Error): boolean => error.message.includes('no lockedAt date found');
