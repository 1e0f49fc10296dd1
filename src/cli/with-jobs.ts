import { pino } from 'pino';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { systemClock } from '../ports/clock.js';
import type { JobQueue } from '../ports/job-queue.js';

/** Runs `work` with the service's queue. Running processes carry out the jobs that it adds. */
export const withJobs = async <T>(
  { jobsUrl }: Config,
  database: Database,
  work: (jobs: JobQueue) => Promise<T>,
): Promise<T> => {
  const { AgendaQueue } = await import('../jobs/agenda-queue.js');
  const logger = pino({ level: 'silent' });
  const queue = await AgendaQueue.open({ database, jobsUrl, clock: systemClock, logger, concurrency: 1 }).catch(
    () => null,
  );
  if (!queue) {
    process.stderr.write('The store of jobs (JOBS_URL) does not answer; running workers notice within 5 seconds.\n');
    return work(NO_JOBS);
  }
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
};

/** Jobs are hints: the sweep of running workers finds the same work. */
const NO_JOBS: JobQueue = {
  enqueue: async () => undefined,
  enqueueMany: async () => undefined,
  enqueueAt: async () => undefined,
  cancel: async () => undefined,
};
