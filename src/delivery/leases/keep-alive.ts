import type { JobHandlerContext } from '../../ports/job-queue.js';

const TOUCH_EVERY_MS = 5_000;

/** Tells the queue, while `work` goes on, that its job is alive: a long batch is not to be given to another worker. */
export const keepAlive = async (context: JobHandlerContext, work: () => Promise<void>): Promise<void> => {
  const timer = setInterval(() => void context.touch().catch(() => undefined), TOUCH_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
};
