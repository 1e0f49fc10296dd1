import type { JobId, JobParameters, JobsOverview, JobsQueryOptions, JobsResult, RemoveJobsOptions } from 'agenda';
import { chunk } from '../collections.js';
import { type Database, execute, select, type Tx } from '../database/database.js';
import type { JobName } from '../ports/job-queue.js';
import { Handout, isOver, JobLost, type JobStore, LONG_DUE, type StoredData, uniqueByKey } from './job-store.js';
import { countStates, matches, pageOf } from './select-jobs.js';
import { JOB_COLUMNS, type JobRow, stateOf, toJob, toMs, uniqueKeyOf } from './sql-job-row.js';
import { insertJobs, saveJob } from './sql-job-writes.js';

const ROWS_PER_INSERT = 200;
/** After this, a look for a due job that was locked is repeated. */
const LOCKED_MS = 50;
const EXPIRED = 'name = ? AND disabled = 0 AND locked_at <= ?';
// In the order of the index `job_next`. Any other order makes MySQL read and lock the whole backlog to sort it, so
// other workers find nothing free.
const DUE = 'name = ? AND disabled = 0 AND locked_at IS NULL AND next_run_at <= ? ORDER BY next_run_at, id';

interface StateWrite {
  readonly job: JobParameters;
  readonly lockedAt: Date | null;
  /** The job's id, and the lock token of its rightful writer. */
  readonly held: readonly unknown[];
}

/** Agenda's jobs in our own database. Queries that only Agenda's dashboards use read all rows and filter here. */
export class SqlJobRepository implements JobStore {
  onUpcoming: JobStore['onUpcoming'] = () => undefined;
  private readonly handout: Handout;

  constructor(
    private readonly database: Database,
    lockLifetimeMs: number,
  ) {
    this.handout = new Handout(lockLifetimeMs);
  }

  /** SQLite only: rows for repeating jobs would cost gigabytes of writes a day, and no other worker shares them. */
  get forgetRepeating(): (() => Promise<void>) | undefined {
    if (this.database.dialect.writesSideBySide) return undefined;
    return async () => {
      await this.write("DELETE FROM job WHERE unique_key LIKE 'single %'", []);
    };
  }

  async connect(): Promise<void> {}

  async close(): Promise<void> {}

  async ping(): Promise<void> {
    await this.database.query('SELECT id FROM job WHERE id = 0');
  }

  /** Agenda would lock a job up to a scan early, and others would wait for the lock of a crashed worker. */
  getNextJobToRun(name: string, nextScanAt: Date) {
    return this.handout.take(name, async (lockToken) => {
      const now = new Date();
      const lockDeadline = this.handout.expiry(now);
      const next = await this.look(name, nextScanAt, lockDeadline);
      if (!next) return undefined;
      const isDue = next.getTime() <= now.getTime();
      const job = isDue ? await this.lockNext({ name, lockDeadline, now, lockToken }) : undefined;
      // MySQL may lock a due row for a moment while it looks for other jobs, and that transaction may not take it.
      if (!job) this.onUpcoming(name, isDue ? new Date(now.getTime() + LOCKED_MS) : next);
      return job;
    });
  }

  async saveJobState(job: JobParameters): Promise<void> {
    const lockedAt = this.handout.renew(job);
    const held = [Number(job._id), job.lastModifiedBy ?? null];
    await this.database.tx(async (tx) => {
      const { affected } = isOver(job)
        ? await execute(tx, 'DELETE FROM job WHERE id = ? AND locked_by = ?', held)
        : await this.writeState(tx, { job, lockedAt, held });
      if (affected !== 1) throw new JobLost(job);
    });
  }

  saveJob<DATA>(job: JobParameters<DATA>): Promise<JobParameters<DATA>> {
    return saveJob(this.database, job as JobParameters) as Promise<JobParameters<DATA>>;
  }

  async addWaiting(name: JobName, datas: readonly StoredData[], { first }: { first: boolean }): Promise<void> {
    const job = { name, type: 'normal', priority: 0, nextRunAt: first ? LONG_DUE : new Date() } as const;
    const jobs = datas.map((data): JobParameters => ({ ...job, data, unique: uniqueByKey(data.key) }));
    for (const part of chunk(jobs, ROWS_PER_INSERT)) {
      await this.database.tx((tx) => insertJobs(this.database, tx, { jobs: part, first }));
    }
  }

  async removeWaiting(name: JobName, key: string): Promise<void> {
    const job: JobParameters = { name, type: 'normal', priority: 0, nextRunAt: new Date(), data: undefined };
    const uniqueKey = uniqueKeyOf({ ...job, unique: uniqueByKey(key) });
    await this.write('DELETE FROM job WHERE unique_key = ?', [uniqueKey]);
  }

  /** Looks first, so that an idle service does not take the write lock. */
  async pullBack(name: JobName, latest: Date): Promise<void> {
    const now = Date.now();
    const latestLock = this.handout.latestLock(now);
    const ahead = 'name = ? AND locked_at IS NULL AND next_run_at > ?';
    const heldAhead = 'name = ? AND locked_at > ?';
    const [found] = await this.database.query<{ ahead: number | null; held: number | null }>(
      `SELECT (SELECT 1 FROM job WHERE ${ahead} LIMIT 1) AS ahead, (SELECT 1 FROM job WHERE ${heldAhead} LIMIT 1) AS held`,
      [name, latest.getTime(), name, latestLock],
    );
    if (found?.ahead) await this.write(`UPDATE job SET next_run_at = ? WHERE ${ahead}`, [now, name, latest.getTime()]);
    if (found?.held) await this.write(`UPDATE job SET locked_at = ? WHERE ${heldAhead}`, [now, name, latestLock]);
  }

  stopHandingOut(): Promise<void> {
    return this.handout.stop();
  }

  async giveBack(running: ReadonlySet<string>): Promise<void> {
    const ids = running.size > 0 ? ` AND id NOT IN (${[...running].map(Number).join(', ')})` : '';
    await this.write(
      `UPDATE job SET locked_at = NULL, locked_by = NULL WHERE locked_by LIKE ? AND next_run_at IS NOT NULL${ids}`,
      [`${this.handout.owner}:%`],
    );
  }

  /** Agenda does not await this, so a rejection would end the process; the lock expires anyway. */
  async unlockJob(job: JobParameters): Promise<void> {
    await this.write('UPDATE job SET locked_at = NULL, locked_by = NULL WHERE id = ? AND locked_by = ?', [
      Number(job._id),
      job.lastModifiedBy ?? null,
    ]).catch(() => undefined);
  }

  async unlockJobs(ids: (JobId | string)[]): Promise<void> {
    await this.writeEach(ids, 'UPDATE job SET locked_at = NULL, locked_by = NULL');
  }

  async lockJob(job: JobParameters): Promise<JobParameters | undefined> {
    const now = new Date();
    return this.handout.take(job.name, async (lockToken) => {
      const sql = 'UPDATE job SET locked_at = ?, locked_by = ? WHERE id = ? AND locked_at IS NULL AND disabled = 0';
      const affected = await this.write(sql, [now.getTime(), lockToken, Number(job._id)]);
      return affected === 1 ? { ...job, lockedAt: now, lastModifiedBy: lockToken } : undefined;
    });
  }

  async getJobById(id: string): Promise<JobParameters | null> {
    const [row] = await this.database.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM job WHERE id = ?`, [Number(id)]);
    return row ? toJob(row) : null;
  }

  async queryJobs(options: JobsQueryOptions = {}): Promise<JobsResult> {
    return pageOf(await this.readAll(), options);
  }

  async getJobsOverview(): Promise<JobsOverview[]> {
    return countStates(await this.readAll());
  }

  async getDistinctJobNames(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>('SELECT DISTINCT name FROM job ORDER BY name');
    return rows.map((row) => row.name);
  }

  async getQueueSize(): Promise<number> {
    const sql = 'SELECT COUNT(*) AS size FROM job WHERE next_run_at < ?';
    const [row] = await this.database.query<{ size: number }>(sql, [Date.now()]);
    return Number(row?.size ?? 0);
  }

  async removeJobs(options: RemoveJobsOptions): Promise<number> {
    return this.writeEach(await this.idsOf(options), 'DELETE FROM job');
  }

  async disableJobs(options: RemoveJobsOptions): Promise<number> {
    return this.writeEach(await this.idsOf(options), 'UPDATE job SET disabled = 1');
  }

  async enableJobs(options: RemoveJobsOptions): Promise<number> {
    return this.writeEach(await this.idsOf(options), 'UPDATE job SET disabled = 0');
  }

  purgeAllJobs(): Promise<number> {
    return this.write('DELETE FROM job', []);
  }

  /** When the next job of this name is due, up to `nextScanAt`; an expired lock is always due. Locks nothing. */
  private async look(name: string, nextScanAt: Date, lockDeadline: Date): Promise<Date | undefined> {
    const [row] = await this.database.query<{ expired: number | null; due: number | null }>(
      `SELECT (SELECT 1 FROM job WHERE ${EXPIRED} LIMIT 1) AS expired,
              (SELECT next_run_at FROM job WHERE ${DUE} LIMIT 1) AS due`,
      [name, lockDeadline.getTime(), name, nextScanAt.getTime()],
    );
    if (row?.expired) return new Date(0);
    return row?.due ? new Date(row.due) : undefined;
  }

  private lockNext(wanted: { name: string; lockDeadline: Date; now: Date; lockToken: string }) {
    const { name, lockDeadline, now, lockToken } = wanted;
    return this.database.tx(async (tx) => {
      const row = (await this.pick(tx, EXPIRED, [name, lockDeadline])) ?? (await this.pick(tx, DUE, [name, now]));
      if (!row) return undefined;
      await execute(tx, 'UPDATE job SET locked_at = ?, locked_by = ? WHERE id = ?', [now.getTime(), lockToken, row.id]);
      return this.handout.asTaken(toJob({ ...row, locked_by: lockToken }));
    });
  }

  private async pick(tx: Tx, condition: string, [name, until]: [string, Date]): Promise<JobRow | undefined> {
    const sql = `SELECT ${JOB_COLUMNS} FROM job WHERE ${condition} LIMIT 1 ${this.database.dialect.skipLocked}`;
    return (await select<JobRow>(tx, sql, [name, until.getTime()]))[0];
  }

  private async writeState(tx: Tx, { job, lockedAt, held }: StateWrite) {
    const sql = `UPDATE job SET unique_key = ?, next_run_at = ?, locked_at = ?, locked_by = ?, state = ?
      WHERE id = ? AND locked_by = ?`;
    const lock = lockedAt ? [lockedAt.getTime(), job.lastModifiedBy] : [null, null];
    try {
      return await execute(tx, sql, [uniqueKeyOf(job), toMs(job.nextRunAt), ...lock, stateOf(job), ...held]);
    } catch (error) {
      // It should be retried, but a newer job with its key was requested in between and replaces it.
      if (!this.database.dialect.isDuplicate(error)) throw error;
      return execute(tx, 'DELETE FROM job WHERE id = ? AND locked_by = ?', held);
    }
  }

  private async readAll(): Promise<ReturnType<typeof toJob>[]> {
    return (await this.database.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM job ORDER BY id`)).map(toJob);
  }

  private async idsOf(options: RemoveJobsOptions): Promise<string[]> {
    return (await this.readAll()).filter((job) => matches(job, options)).map((job) => job._id);
  }

  private write(sql: string, parameters: readonly unknown[]): Promise<number> {
    return this.database.tx(async (tx) => (await execute(tx, sql, parameters)).affected);
  }

  private async writeEach(ids: readonly (JobId | string)[], sql: string): Promise<number> {
    if (ids.length === 0) return 0;
    return this.write(`${sql} WHERE id IN (${ids.map(Number).join(', ')})`, []);
  }
}
