import { createHash } from 'node:crypto';
import { MongoJobRepository as AgendaMongoJobRepository } from '@agendajs/mongo-backend';
import type { JobParameters, JobRepositoryOptions } from 'agenda';
import { type Collection, MongoClient, ObjectId } from 'mongodb';
import type { JobName } from '../ports/job-queue.js';
import { Handout, isOver, JobLost, type JobStore, LONG_DUE, type StoredData } from './job-store.js';
import { within } from './within.js';

const SERVER_SELECTION_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const LOST_AFTER_MS = 20_000;
const OBJECT_ID_DIGITS = 24;
const WAITS = { nextRunAt: { $ne: null } };

export interface MongoJobsOptions {
  readonly url: string;
  readonly lockLifetimeMs: number;
  /** A request that takes longer than this has failed. */
  readonly requestTimeoutMs?: number;
  /** A client without an answer for this long is replaced. */
  readonly lostAfterMs?: number;
}

/**
 * Agenda's jobs in MongoDB: its own repository, with fencing, keys and bulk operations like the SQL one.
 *
 * The driver (7.9) waits forever for an answer to a write on a socket that has ended but is not closed, which Node
 * silently drops. The request then hangs, or the monitor that would find the server again. So each request has a
 * deadline, and a lost client is replaced (docs/decisions/mongodb-client.md).
 */
export class MongoJobRepository extends AgendaMongoJobRepository implements JobStore {
  onUpcoming: JobStore['onUpcoming'] = () => undefined;
  private readonly handout: Handout;
  private answeredAt = performance.now();
  private next: MongoClient | null = null;

  static async open(options: MongoJobsOptions): Promise<MongoJobRepository> {
    const client = clientOf(options.url);
    const store = new MongoJobRepository(client, options);
    try {
      await client.connect();
      await store.connect();
      await store.jobs.createIndex({ 'data.key': 1, name: 1 }, { name: 'jobKey' });
    } catch (error) {
      await client.close();
      throw error;
    }
    store.workOn(client);
    return store;
  }

  private constructor(
    private client: MongoClient,
    private readonly options: MongoJobsOptions,
  ) {
    super({ mongo: client.db() });
    this.handout = new Handout(options.lockLifetimeMs);
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.next?.close()]);
  }

  async ping(): Promise<void> {
    const { requestTimeoutMs = REQUEST_TIMEOUT_MS, lostAfterMs = LOST_AFTER_MS } = this.options;
    try {
      await inTime(this.client.db().command({ ping: 1 }), requestTimeoutMs);
      this.answeredAt = performance.now();
    } catch (error) {
      if (performance.now() - this.answeredAt > lostAfterMs) await this.replaceClient();
      throw error;
    }
  }

  /** Agenda would lock a job up to a scan early, and others would wait for the lock of a crashed worker. */
  override getNextJobToRun(name: string, nextScanAt: Date) {
    return this.handout.take(name, async (lockToken) => {
      const now = new Date();
      const lockDeadline = this.handout.expiry(now);
      const next = await this.look(name, nextScanAt, lockDeadline);
      if (!next) return undefined;
      if (!next.lockedAt && next.nextRunAt > now) {
        this.onUpcoming(name, next.nextRunAt);
        return undefined;
      }
      const job = await super.getNextJobToRun(name, now, lockDeadline, now, { lastModifiedBy: lockToken });
      return job && this.handout.asTaken(job);
    });
  }

  override async saveJobState(job: JobParameters): Promise<void> {
    const lockedAt = this.handout.renew(job);
    const held = { _id: new ObjectId(job._id), lastModifiedBy: job.lastModifiedBy };
    if (isOver(job) || (await this.isReplaced(job))) {
      const { deletedCount } = await this.jobs.deleteOne(held);
      if (deletedCount !== 1) throw new JobLost(job);
      return;
    }
    const { nextRunAt, lastRunAt, lastFinishedAt, failedAt } = job;
    const times = { lockedAt, nextRunAt, lastRunAt, lastFinishedAt, failedAt };
    const { failReason = null, failCount = null, progress = null } = job;
    const { matchedCount } = await this.jobs.updateOne(held, {
      $set: { ...withNulls(times), failReason, failCount, progress },
    });
    if (matchedCount !== 1) throw new JobLost(job);
  }

  /** Inserts a new document instead of updating the waiting one, which a worker may already have. */
  override async saveJob<DATA>(job: JobParameters<DATA>, options: JobRepositoryOptions | undefined) {
    if (job.type === 'single' && !job._id) return this.saveRepeating(job);
    if (!job.unique || job._id) return super.saveJob(job, options);
    const { unique, uniqueOpts, ...rest } = job;
    if (uniqueOpts) throw new Error('jobs with options of uniqueness are not used here');
    await this.jobs.deleteMany({ ...unique, name: job.name, ...WAITS });
    return super.saveJob(rest, options);
  }

  async addWaiting(name: JobName, datas: readonly StoredData[], { first }: { first: boolean }): Promise<void> {
    const nextRunAt = first ? LONG_DUE : new Date();
    const keys = datas.map((data) => data.key);
    const sameKeys = { name, 'data.key': { $in: keys } };
    if (first) await this.jobs.updateMany({ ...sameKeys, ...WAITS, lockedAt: null }, { $set: { nextRunAt } });
    const waiting = await this.jobs.distinct('data.key', { ...sameKeys, ...WAITS });
    const present = new Set<string>(waiting);
    const missing = [...new Map(datas.map((data) => [data.key, data])).values()].filter(({ key }) => !present.has(key));
    if (missing.length === 0) return;
    const job = { name, type: 'normal', priority: 0, nextRunAt, lockedAt: null };
    await this.jobs.insertMany(missing.map((data) => ({ ...job, data })));
  }

  async removeWaiting(name: JobName, key: string): Promise<void> {
    await this.jobs.deleteMany({ name, 'data.key': key, ...WAITS });
  }

  async pullBack(name: JobName, latest: Date): Promise<void> {
    const now = new Date();
    const latestLock = new Date(this.handout.latestLock(now.getTime()));
    await this.jobs.updateMany({ name, lockedAt: null, nextRunAt: { $gt: latest } }, { $set: { nextRunAt: now } });
    await this.jobs.updateMany({ name, lockedAt: { $gt: latestLock } }, { $set: { lockedAt: now } });
  }

  stopHandingOut(): Promise<void> {
    return this.handout.stop();
  }

  async giveBack(running: ReadonlySet<string>): Promise<void> {
    await this.jobs.updateMany(
      {
        _id: { $nin: [...running].map((id) => new ObjectId(id)) },
        lastModifiedBy: { $regex: `^${this.handout.owner}:` },
        ...WAITS,
      },
      { $set: { lockedAt: null } },
    );
  }

  /** Agenda does not await this, so a rejection would end the process; the lock expires anyway. */
  override unlockJob(job: JobParameters): Promise<void> {
    return super.unlockJob(job).catch(() => undefined);
  }

  /** The next job of this name that is due up to `nextScanAt` or whose lock expired. Locks nothing. */
  private look(name: string, nextScanAt: Date, lockDeadline: Date) {
    const isDue = { lockedAt: null, nextRunAt: { $lte: nextScanAt } };
    const isExpired = { lockedAt: { $lte: lockDeadline } };
    return this.jobs.findOne(
      { name, disabled: { $ne: true }, $or: [isDue, isExpired] },
      { sort: { nextRunAt: 1 }, projection: { lockedAt: 1, nextRunAt: 1 } },
    );
  }

  /** Every process requests the same repeating jobs at its start, which must not move their next run or lock. */
  private async saveRepeating<DATA>(job: JobParameters<DATA>): Promise<JobParameters<DATA>> {
    const { name, type, data, priority, repeatInterval, repeatTimezone = null, nextRunAt } = job;
    const wanted = { name, type, data, priority, repeatInterval, repeatTimezone };
    await this.jobs.updateOne(
      { _id: repeatingId(name) },
      { $set: wanted, $setOnInsert: { nextRunAt, lockedAt: null } },
      { upsert: true },
    );
    return job;
  }

  /** It should be retried, but a newer job with its key was requested in between. */
  private async isReplaced(job: JobParameters): Promise<boolean> {
    if (job.type !== 'normal' || job.lockedAt || !job.nextRunAt) return false;
    const { key } = job.data as StoredData;
    const newer = { name: job.name, 'data.key': key, _id: { $ne: new ObjectId(job._id) }, ...WAITS };
    return (await this.jobs.findOne(newer)) !== null;
  }

  /** Has no outcome if the replacement fails: the next failed ping tries again. */
  private async replaceClient(): Promise<void> {
    if (this.next) return;
    const last = this.client;
    const next = clientOf(this.options.url);
    this.next = next;
    try {
      await next.connect();
      this.answeredAt = performance.now();
      this.workOn(next);
      // A client that hangs may also hang while closing.
      void last.close().catch(() => undefined);
    } catch {
      await next.close();
    } finally {
      this.next = null;
    }
  }

  private workOn(client: MongoClient): void {
    const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = this.options;
    this.client = client;
    const collection = client.db().collection(this.collection.collectionName) as unknown as typeof this.collection;
    this.collection = withDeadline(collection, requestTimeoutMs);
  }

  /** Agenda's type of the collection knows no paths into the data. */
  private get jobs(): Collection {
    return this.collection as unknown as Collection;
  }
}

const clientOf = (url: string): MongoClient =>
  new MongoClient(url, { serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS, socketTimeoutMS: ANSWER_TIMEOUT_MS });

/** Wraps the collection so that every promise settles in time. */
const withDeadline = <T extends object>(collection: T, timeoutMs: number): T =>
  new Proxy(collection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        return result instanceof Promise ? inTime(result, timeoutMs) : result;
      };
    },
  });

const inTime = <T>(work: Promise<T>, timeoutMs: number): Promise<T> =>
  within(work, timeoutMs, `MongoDB did not answer within ${timeoutMs} ms.`);

/** Equal in every process, so that two starting together create one. */
const repeatingId = (name: string): ObjectId =>
  new ObjectId(createHash('sha256').update(name).digest('hex').slice(0, OBJECT_ID_DIGITS));

const withNulls = <T extends Record<string, Date | null | undefined>>(times: T): Record<string, Date | null> =>
  Object.fromEntries(Object.entries(times).map(([field, time]) => [field, time ?? null]));
