import { randomBytes } from 'node:crypto';
import type { JobParameters, JobRepository } from 'agenda';
import type { JobName } from './job-queue.js';

/** Where Agenda keeps its jobs, with what the queue needs beyond Agenda's own repository. */
export interface JobStore extends JobRepository {
  /** Called when a job is found that is not due yet, but will be before the next look. */
  onUpcoming: (name: string, at: Date) => void;
  /** Due at once; one that waits already with the same key stays as it is. */
  addWaiting(name: JobName, datas: readonly StoredData[]): Promise<void>;
  /** Forgets what waits with this key; what runs is left alone. */
  removeWaiting(name: JobName, key: string): Promise<void>;
  /** Hands out nothing from now on; resolves when nobody is in the middle of taking a job. */
  stopHandingOut(): Promise<void>;
  /** Unlocks what this store handed out and nobody began, `running` excepted. */
  giveBack(running: ReadonlySet<string>): Promise<void>;
  /** Rejects unless the jobs can be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A job's data as it is stored: among those that wait, one to a name and key. */
export interface StoredData {
  readonly key: string;
  readonly payload: unknown;
}

/** The job ended, was replaced, or another worker took it over. */
export class JobLost extends Error {
  constructor(job: JobParameters) {
    super(`job ${job.name} ${job._id} is no longer ours`);
    this.name = 'JobLost';
  }
}

/** One-off jobs leave nothing behind, whether they succeeded or were tried often enough. */
export const isOver = (job: JobParameters): boolean => job.type === 'normal' && !job.lockedAt && !job.nextRunAt;

/** What `unique` means here: `agenda.create(…).unique(uniqueByKey(key))`. */
export const uniqueByKey = (key: string): Record<string, unknown> => ({ 'data.key': key });

/*
 * Agenda drops a job whose lock expired before it began, but goes on counting it, until its limit lets it take no more:
 * a computer that slept would never send again. So a lock gets its real age when the job begins, and if somebody else
 * took the job meanwhile, that very write fails.
 */
const NOT_BEGUN = new Date(8_640_000_000_000_000);

export const asTaken = (job: JobParameters): JobParameters => ({ ...job, lockedAt: NOT_BEGUN });

export const stampLock = (job: JobParameters): void => {
  if (job.lockedAt) job.lockedAt = new Date();
};

/** Gives every taking its own mark, by which a worker that was overtaken is told from the one that holds the job. */
export class Handout {
  readonly owner = randomBytes(8).toString('hex');
  private count = 0;
  private isOpen = true;
  private readonly underWay = new Set<Promise<unknown>>();

  async take<T>(work: (mark: string) => Promise<T | undefined>): Promise<T | undefined> {
    if (!this.isOpen) return undefined;
    this.count += 1;
    const taking = work(`${this.owner}:${this.count}`);
    this.underWay.add(taking);
    try {
      return await taking;
    } finally {
      this.underWay.delete(taking);
    }
  }

  async stop(): Promise<void> {
    this.isOpen = false;
    await Promise.allSettled(this.underWay);
  }
}
