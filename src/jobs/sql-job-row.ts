import { createHash } from 'node:crypto';
import { type JobId, type JobParameters, toJobId } from 'agenda';
import { clip } from '../text/characters.js';

/** One row of `job`; times are epoch ms. */
export interface JobRow {
  readonly id: number;
  readonly name: string;
  readonly next_run_at: number | null;
  readonly priority: number;
  readonly locked_at: number | null;
  readonly locked_by: string | null;
  readonly disabled: number;
  readonly definition: string;
  readonly state: string;
}

export const JOB_COLUMNS = 'id, name, next_run_at, priority, locked_at, locked_by, disabled, definition, state';

const MAX_KEY_LENGTH = 191;
const MAX_REASON_LENGTH = 1000;

export const toJob = (row: JobRow): JobParameters & { _id: JobId } => ({
  ...toDefinition(row.definition),
  ...toState(row.state),
  _id: toJobId(String(row.id)),
  name: row.name,
  priority: row.priority,
  nextRunAt: toDate(row.next_run_at) ?? null,
  lockedAt: toDate(row.locked_at),
  lastModifiedBy: row.locked_by ?? undefined,
  disabled: row.disabled !== 0,
});

/** The request, written when a job is saved. */
export const definitionOf = (job: JobParameters): string => {
  const { type, data, unique, repeatInterval, repeatTimezone, repeatAt, startDate, endDate, skipDays, fork } = job;
  return JSON.stringify({
    type,
    data,
    unique,
    repeatInterval,
    repeatTimezone,
    repeatAt,
    startDate: toMs(startDate),
    endDate: toMs(endDate),
    skipDays,
    fork,
  });
};

/** The result, written by the worker that holds the job. */
export const stateOf = (job: JobParameters): string =>
  JSON.stringify({
    lastRunAt: toMs(job.lastRunAt),
    lastFinishedAt: toMs(job.lastFinishedAt),
    failedAt: toMs(job.failedAt),
    failCount: job.failCount,
    failReason: job.failReason === undefined ? undefined : clip(job.failReason, MAX_REASON_LENGTH),
    progress: job.progress,
  });

/** The unique part of a row: a repeating job's name, or a waiting job's key. A running job has no key. */
export const uniqueKeyOf = (job: JobParameters): string | null => {
  if (job.type === 'single') return fitted(`single ${job.name}`);
  if (!job.unique || !job.nextRunAt) return null;
  return fitted(`${job.name} ${JSON.stringify(job.unique)}`);
};

export const toMs = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

const fitted = (key: string): string =>
  Buffer.byteLength(key) <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('hex');

const toDefinition = (text: string): Pick<JobParameters, 'type' | 'data'> & Partial<JobParameters> => {
  const { startDate, endDate, ...rest } = JSON.parse(text);
  return { ...rest, startDate: toDate(startDate), endDate: toDate(endDate) };
};

const toState = (text: string): Partial<JobParameters> => {
  const { lastRunAt, lastFinishedAt, failedAt, ...rest } = JSON.parse(text);
  return { ...rest, lastRunAt: toDate(lastRunAt), lastFinishedAt: toDate(lastFinishedAt), failedAt: toDate(failedAt) };
};

const toDate = (ms: number | null | undefined): Date | undefined => (typeof ms === 'number' ? new Date(ms) : undefined);
