import type { JobHandlerContext } from '../../ports/job-queue.js';

const TOUCH_EVERY_MS = 5_000;

/** Tells the queue that the job is alive while `work` runs, so that no other worker gets a long batch. */
export const keepAlive = async (context: JobHandlerContext, work: () => Promise<void>): Promise<void> => {
  const timer = setInterval(() => void context.touch().catch(() => undefined), TOUCH_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
};
