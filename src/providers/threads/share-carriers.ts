import type { Carriers } from '../create-carriers.js';
import type { ThreadData } from './protocol.js';
import { SharedCarrier, type SharedThreads } from './shared-carrier.js';
import { type ThreadOptions, ThreadPool } from './thread-pool.js';

/** The same carriers on all threads; the threads end when each carrier has been closed. */
export const shareCarriers = (local: Carriers, options: ThreadOptions, data: ThreadData): Carriers => {
  if (options.count === 0) return local;
  const pool = new ThreadPool(options, data);
  let users = Object.keys(local).length;
  const threads: SharedThreads = {
    pool,
    smallestTask: options.smallestTask,
    loadHere: 0,
    leave: async () => {
      users -= 1;
      if (users === 0) await pool.close();
    },
  };
  return {
    provider_a: new SharedCarrier('provider_a', local.provider_a, threads),
    provider_c: new SharedCarrier('provider_c', local.provider_c, threads),
    webpush: new SharedCarrier('webpush', local.webpush, threads),
  };
};
