import type { JobParameters } from 'agenda';
import { type Database, execute, placeholders, select, type Tx } from '../database/database.js';
import { definitionOf, JOB_COLUMNS, type JobRow, stateOf, toJob, toMs, uniqueKeyOf } from './sql-job-row.js';

const INSERT_COLUMNS = 'name, unique_key, next_run_at, priority, disabled, definition, state';
const INSERT_COLUMN_COUNT = 7;

/** Saves what Agenda's `Job.save` passes on, without debounce, which nothing here uses. */
export const saveJob = (database: Database, job: JobParameters): Promise<JobParameters> => {
  if (job.uniqueOpts?.debounce) throw new Error('jobs in SQL cannot be debounced');
  return database.tx((tx) => {
    if (job._id) return updateJob(tx, job);
    if (job.type === 'single') return upsertRepeating(database, tx, job);
    return replaceWaiting(database, tx, job);
  });
};

/** Adds jobs in one statement. A job whose key already waits is skipped, or replaces it as `first`. */
export const insertJobs = (
  { dialect }: Database,
  tx: Tx,
  { jobs, first }: { jobs: readonly JobParameters[]; first: boolean },
) => {
  const rows = `job (${INSERT_COLUMNS}) VALUES ${placeholders(jobs.length, INSERT_COLUMN_COUNT)}`;
  const moveUp = dialect.upsert(['unique_key'], (incoming) => `next_run_at = ${incoming('next_run_at')}`);
  const sql = first ? `INSERT INTO ${rows} ${moveUp}` : `${dialect.insertIgnore} ${rows}`;
  return execute(tx, sql, jobs.flatMap(valuesOf));
};

const updateJob = async (tx: Tx, job: JobParameters): Promise<JobParameters> => {
  await execute(
    tx,
    'UPDATE job SET unique_key = ?, next_run_at = ?, priority = ?, disabled = ?, definition = ? WHERE id = ?',
    [uniqueKeyOf(job), toMs(job.nextRunAt), job.priority, job.disabled ?? false, definitionOf(job), Number(job._id)],
  );
  return job;
};

/** Every process requests the same repeating jobs at its start, which must not move their next run or lock. */
const upsertRepeating = async (database: Database, tx: Tx, job: JobParameters): Promise<JobParameters> => {
  const onClash = database.dialect.upsert(['unique_key'], (incoming) =>
    [
      `definition = ${incoming('definition')}`,
      `priority = ${incoming('priority')}`,
      `next_run_at = COALESCE(next_run_at, ${incoming('next_run_at')})`,
    ].join(', '),
  );
  await execute(
    tx,
    `INSERT INTO job (${INSERT_COLUMNS}) VALUES ${placeholders(1, INSERT_COLUMN_COUNT)} ${onClash}`,
    valuesOf(job),
  );
  const sql = `SELECT ${JOB_COLUMNS} FROM job WHERE unique_key = ?`;
  const [row] = await select<JobRow>(tx, sql, [uniqueKeyOf(job)]);
  return row ? toJob(row) : job;
};

/*
 * Deletes the waiting row and inserts a new one instead of updating it: a worker may already have the old row, and must
 * fail when it starts the job. A running row holds no key, so a job may request its own successor. One statement does
 * both, so writers of the same key queue for the row instead of all inserting it.
 */
const replaceWaiting = async ({ dialect }: Database, tx: Tx, job: JobParameters): Promise<JobParameters> => {
  const insert = job.uniqueOpts?.insertOnly ? dialect.insertIgnore : 'REPLACE INTO';
  const sql = `${insert} job (${INSERT_COLUMNS}) VALUES ${placeholders(1, INSERT_COLUMN_COUNT)}`;
  const { affected, insertId } = await execute(tx, sql, valuesOf(job));
  const [where, value] = affected > 0 ? ['id = ?', insertId] : ['unique_key = ?', uniqueKeyOf(job)];
  const [row] = await select<JobRow>(tx, `SELECT ${JOB_COLUMNS} FROM job WHERE ${where}`, [value]);
  return row ? toJob(row) : job;
};

const valuesOf = (job: JobParameters): unknown[] => [
  job.name,
  uniqueKeyOf(job),
  toMs(job.nextRunAt),
  job.priority,
  job.disabled ?? false,
  definitionOf(job),
  stateOf(job),
];
