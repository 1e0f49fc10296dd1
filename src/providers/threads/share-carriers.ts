import type { Carrier, CarrierTask } from '../carrier.js';
import type { Carriers } from '../create-carriers.js';
import type { CarrierName, ThreadData } from './protocol.js';
import { SharedCarrier, type SharedThreads } from './shared-carrier.js';
import { type ThreadOptions, ThreadPool } from './thread-pool.js';

/** What encryption costs, a second thread saves; what HTTP/2 costs, it hardly does (docs/decisions/sender-threads.md). */
const SHARED_WITH_ONE: readonly CarrierName[] = ['webpush'];
const SHARED_WITH_MORE: readonly CarrierName[] = ['provider_a', 'provider_c', 'webpush'];

/** The same carriers on all threads; the threads end when each of those that share them has been closed. */
export const shareCarriers = (local: Carriers, options: ThreadOptions, data: ThreadData): Carriers => {
  if (options.count === 0) return local;
  const names = new Set(options.carriers ?? (options.count === 1 ? SHARED_WITH_ONE : SHARED_WITH_MORE));
  const pool = new ThreadPool(options, data);
  let users = names.size;
  const threads: SharedThreads = {
    pool,
    smallestTask: options.smallestTask,
    loadHere: 0,
    leave: async () => {
      users -= 1;
      if (users === 0) await pool.close();
    },
  };
  const share = <Task extends CarrierTask, Result>(name: CarrierName, carrier: Carrier<Task, Result>) =>
    names.has(name) ? new SharedCarrier(name, carrier, threads) : carrier;
  return {
    provider_a: share('provider_a', local.provider_a),
    provider_c: share('provider_c', local.provider_c),
    webpush: share('webpush', local.webpush),
  };
};
