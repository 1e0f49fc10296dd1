import { randomBytes } from 'node:crypto';
import type { JobParameters, JobRepository } from 'agenda';
import type { JobName } from '../ports/job-queue.js';

/** Agenda's repository, with what the queue needs beyond it. */
export interface JobStore extends JobRepository {
  /** Called for a job that becomes due before the next scan. */
  onUpcoming: (name: string, at: Date) => void;
  /** Adds a job that is due at once. A waiting job with the same key stays unchanged, unless the new one is `first`. */
  addWaiting(name: JobName, datas: readonly StoredData[], options: { first: boolean }): Promise<void>;
  /** Removes the waiting job with this key; a running one is unaffected. */
  removeWaiting(name: JobName, key: string): Promise<void>;
  /** Stops handing out jobs; resolves once no job is being handed out. */
  stopHandingOut(): Promise<void>;
  /** Unlocks jobs that this store handed out and nobody started, except `running`. */
  giveBack(running: ReadonlySet<string>): Promise<void>;
  /**
   * After a clock was set back, makes jobs of this name that are due after `latest` due now, and treats future locks as
   * taken now.
   */
  pullBack(name: JobName, latest: Date): Promise<void>;
  /** Deletes the repeating jobs, for stores that leave them to each process. */
  readonly forgetRepeating?: (() => Promise<void>) | undefined;
  /** Rejects unless the jobs can be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The stored data of a job; among waiting jobs, name and key are unique. */
export interface StoredData {
  readonly key: string;
  readonly payload: unknown;
  /** The trace that continues with it (src/tracing.ts). */
  readonly trace?: string;
}

/** The job ended, was replaced, or another worker took it over. */
export class JobLost extends Error {
  constructor(job: JobParameters) {
    super(`job ${job.name} ${job._id} is no longer ours`);
    this.name = 'JobLost';
  }
}

/** One-off jobs leave nothing behind, whether they succeeded or exhausted their attempts. */
export const isOver = (job: JobParameters): boolean => job.type === 'normal' && !job.lockedAt && !job.nextRunAt;

/** Jobs are handed out by due time, so a job that must be first gets an old one. */
export const LONG_DUE = new Date('2000-01-01');

/** The argument of `unique`: `agenda.create(…).unique(uniqueByKey(key))`. */
export const uniqueByKey = (key: string): Record<string, unknown> => ({ 'data.key': key });

/**
 * The lock lifetime for Agenda. At half of it, Agenda checks each job with a timer that outlives the job and
 * the queue: with the true lifetime, a finished process would hang for many seconds.
 */
export const AGENDA_LOCK_MS = 200;

const MAX_SKEW_MS = 10_000;
const NEVER = new Date(8_640_000_000_000_000);

/**
 * Gives every lock a token, which distinguishes a worker that lost its job from the new holder. Agenda scans again
 * before the last scan ends, and a slow store would never catch up; here one scan per name runs and one waits, which
 * sees whatever a third would see.
 */
export class Handout {
  readonly owner = randomBytes(8).toString('hex');
  private count = 0;
  private isOpen = true;
  private readonly turns = new Map<string, Promise<unknown>[]>();

  constructor(private readonly lockLifetimeMs: number) {}

  /** Locks older than this have lost their worker. Agenda's own lifetime is shorter, see AGENDA_LOCK_MS. */
  expiry(now: Date): Date {
    return new Date(now.getTime() - this.lockLifetimeMs);
  }

  /** Epoch ms: a later lock was taken before the clock was set back. Allows for differing clocks. */
  latestLock(now: number): number {
    return now + Math.max(this.lockLifetimeMs, MAX_SKEW_MS);
  }

  /*
   * Agenda drops a job whose lock expired before it started, but keeps counting it towards its limit: after sleeping, a
   * computer would never send again. So a job is never too old before it starts, and if somebody else took it, the
   * write that starts it fails.
   */
  asTaken(job: JobParameters): JobParameters {
    return { ...job, lockedAt: NEVER };
  }

  /** The lock's time to store, or null. The job itself carries one by which Agenda sees the true end. */
  renew(job: JobParameters): Date | null {
    if (!job.lockedAt) return null;
    const now = Date.now();
    job.lockedAt = new Date(now + this.lockLifetimeMs - AGENDA_LOCK_MS);
    return new Date(now);
  }

  async take<T>(name: string, work: (lockToken: string) => Promise<T | undefined>): Promise<T | undefined> {
    const turns = this.turnsOf(name);
    if (!this.isOpen || turns.length > 1) return undefined;
    const before = turns[0];
    const turn = (async () => {
      await before?.catch(() => undefined);
      if (!this.isOpen) return undefined;
      this.count += 1;
      return work(`${this.owner}:${this.count}`);
    })();
    turns.push(turn);
    try {
      return await turn;
    } finally {
      turns.splice(turns.indexOf(turn), 1);
    }
  }

  /** Resolves when running scans have ended. */
  async stop(): Promise<void> {
    this.isOpen = false;
    await Promise.allSettled([...this.turns.values()].flat());
  }

  private turnsOf(name: string): Promise<unknown>[] {
    const turns = this.turns.get(name) ?? [];
    this.turns.set(name, turns);
    return turns;
  }
}
