import { randomBytes } from 'node:crypto';
import type { JobParameters, JobRepository } from 'agenda';
import type { JobName } from '../ports/job-queue.js';

/** Where Agenda keeps its jobs, with what the queue needs beyond Agenda's own repository. */
export interface JobStore extends JobRepository {
  /** Called when a job is found that is not due yet, but will be before the next look. */
  onUpcoming: (name: string, at: Date) => void;
  /** Due at once; one that waits already with the same key stays as it is, unless it is to be `first`. */
  addWaiting(name: JobName, datas: readonly StoredData[], options: { first: boolean }): Promise<void>;
  /** Forgets what waits with this key; what runs is left alone. */
  removeWaiting(name: JobName, key: string): Promise<void>;
  /** Hands out nothing from now on; resolves when nobody is in the middle of taking a job. */
  stopHandingOut(): Promise<void>;
  /** Unlocks what this store handed out and nobody began, `running` excepted. */
  giveBack(running: ReadonlySet<string>): Promise<void>;
  /**
   * A clock that was set back leaves jobs too far ahead: those of this name that are due after `latest` are due now, and
   * locks of the future are as if taken now.
   */
  pullBack(name: JobName, latest: Date): Promise<void>;
  /** Deletes the repeating jobs; only of a store that leaves them to each process. */
  readonly forgetRepeating?: (() => Promise<void>) | undefined;
  /** Rejects unless the jobs can be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A job's data as it is stored: among those that wait, one to a name and key. */
export interface StoredData {
  readonly key: string;
  readonly payload: unknown;
  /** Whose trace goes on with it (src/tracing.ts). */
  readonly trace?: string;
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

/** Jobs are handed out in the order in which they came due: what is to be first has been due for long. */
export const LONG_DUE = new Date('2000-01-01');

/** What `unique` means here: `agenda.create(…).unique(uniqueByKey(key))`. */
export const uniqueByKey = (key: string): Record<string, unknown> => ({ 'data.key': key });

/**
 * The lifetime of a lock as Agenda is told it. Agenda looks after each job at half of it with a timer that outlives the
 * job and the queue: with the true lifetime a process that is done would hang for many seconds.
 */
export const AGENDA_LOCK_MS = 200;

const MAX_SKEW_MS = 10_000;
const NEVER = new Date(8_640_000_000_000_000);

/**
 * Gives every lock a token of its own, which tells a worker that was overtaken from the one that holds the job. Agenda
 * looks for jobs at every scan, whether or not the last look is over, and a slow store would never come to rest: here
 * one look of a name is under way and one more waits, which will see whatever a third would have seen.
 */
export class Handout {
  readonly owner = randomBytes(8).toString('hex');
  private count = 0;
  private isOpen = true;
  private readonly turns = new Map<string, Promise<unknown>[]>();

  constructor(private readonly lockLifetimeMs: number) {}

  /** Locks older than this have lost their worker. Agenda's own idea of it is a shorter one, see AGENDA_LOCK_MS. */
  expiry(now: Date): Date {
    return new Date(now.getTime() - this.lockLifetimeMs);
  }

  /** Epoch ms: a lock later than this was taken before the clock was set back. Clocks of two machines may differ. */
  latestLock(now: number): number {
    return now + Math.max(this.lockLifetimeMs, MAX_SKEW_MS);
  }

  /*
   * Agenda drops a job whose lock expired before it began, but goes on counting it, until its limit lets it take no
   * more: a computer that slept would never send again. So until it begins a job is never too old, and if somebody
   * else took it meanwhile, the write with which it begins fails.
   */
  asTaken(job: JobParameters): JobParameters {
    return { ...job, lockedAt: NEVER };
  }

  /** The lock's time to store, null without one. In the job itself it is one by which Agenda sees the true end. */
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

  /** Resolves when what is under way has ended. */
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
