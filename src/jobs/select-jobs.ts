import { isDeepStrictEqual } from 'node:util';
import {
  computeJobState,
  type JobId,
  type JobParameters,
  type JobsOverview,
  type JobsQueryOptions,
  type JobsResult,
  type JobsSort,
  type JobWithState,
  type RemoveJobsOptions,
} from 'agenda';

type StoredJob = JobParameters & { _id: JobId };

const DEFAULT_SORT: JobsSort = { nextRunAt: 'desc', lastRunAt: 'desc' };

/** Selects one page of matching jobs with their states; `limit: 0` selects all. */
export const pageOf = (jobs: readonly StoredJob[], options: JobsQueryOptions): JobsResult => {
  const { state, search, includeDisabled = true, sort, skip = 0, limit = 0 } = options;
  const now = new Date();
  const found = jobs
    .filter((job) => !hasCriteria(options) || matches(job, options))
    .filter((job) => !search || job.name.toLowerCase().includes(search.toLowerCase()))
    .filter((job) => includeDisabled || !job.disabled)
    .map((job): JobWithState => ({ ...job, state: computeJobState(job, now) }))
    .filter((job) => !state || (state === 'paused' ? job.disabled : job.state === state))
    .sort(inOrder(sort && Object.keys(sort).length > 0 ? sort : DEFAULT_SORT));
  return { jobs: found.slice(skip, limit > 0 ? skip + limit : undefined), total: found.length };
};

/** Whether all criteria hold. Empty criteria select nothing, so that no mistake removes everything. */
export const matches = (job: StoredJob, criteria: RemoveJobsOptions): boolean => {
  const { id, ids, name, names, notNames, data } = criteria;
  if (!hasCriteria(criteria)) return false;
  if (id && id !== job._id) return false;
  if (ids?.length && !ids.includes(job._id)) return false;
  if (name && name !== job.name) return false;
  if (names?.length && !names.includes(job.name)) return false;
  if (notNames?.length && notNames.includes(job.name)) return false;
  return data === undefined || holds(job.data, data);
};

export const countStates = (jobs: readonly StoredJob[]): JobsOverview[] => {
  const now = new Date();
  return [...new Set(jobs.map((job) => job.name))].map((name) => {
    const ofName = jobs.filter((job) => job.name === name);
    const count = (state: string) => ofName.filter((job) => computeJobState(job, now) === state).length;
    return {
      name,
      total: ofName.length,
      running: count('running'),
      scheduled: count('scheduled'),
      queued: count('queued'),
      completed: count('completed'),
      failed: count('failed'),
      repeating: count('repeating'),
      paused: ofName.filter((job) => job.disabled).length,
    };
  });
};

const hasCriteria = ({ id, ids, name, names, notNames, data }: RemoveJobsOptions): boolean =>
  Boolean(id || ids?.length || name || names?.length || notNames?.length) || data !== undefined;

/** An object matches a part of itself, field by field; other values match equal ones. */
const holds = (whole: unknown, part: unknown): boolean => {
  if (!isPlainObject(part)) return isDeepStrictEqual(whole, part);
  return isPlainObject(whole) && Object.entries(part).every(([field, value]) => holds(whole[field], value));
};

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const inOrder =
  (sort: JobsSort) =>
  (a: JobParameters, b: JobParameters): number => {
    for (const [field, direction] of Object.entries(sort) as [keyof JobsSort, 'asc' | 'desc' | 1 | -1][]) {
      const difference = compare(rankOf(a[field]), rankOf(b[field]));
      if (difference !== 0) return direction === 'asc' || direction === 1 ? difference : -difference;
    }
    return 0;
  };

const rankOf = (value: unknown): number | string => {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value == null ? Number.NEGATIVE_INFINITY : JSON.stringify(value);
};

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);
