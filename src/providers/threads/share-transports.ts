import type { Transports } from '../create-transports.js';
import type { Transport, TransportTask } from '../transport.js';
import type { ThreadData, TransportName } from './protocol.js';
import { type SharedThreads, SharedTransport } from './shared-transport.js';
import { type ThreadOptions, ThreadPool } from './thread-pool.js';

/** What encryption costs, a second thread saves; what HTTP/2 costs, it hardly does (docs/decisions/sender-threads.md). */
const SHARED_WITH_ONE: readonly TransportName[] = ['webpush'];
const SHARED_WITH_MORE: readonly TransportName[] = ['provider_a', 'provider_c', 'webpush'];

/** The same transports on all threads; the threads end when each of those that share them has been closed. */
export const shareTransports = (local: Transports, options: ThreadOptions, data: ThreadData): Transports => {
  if (options.count === 0) return local;
  const names = new Set(options.transports ?? (options.count === 1 ? SHARED_WITH_ONE : SHARED_WITH_MORE));
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
  const share = <Task extends TransportTask, Result>(name: TransportName, transport: Transport<Task, Result>) =>
    names.has(name) ? new SharedTransport(name, transport, threads) : transport;
  return {
    provider_a: share('provider_a', local.provider_a),
    provider_c: share('provider_c', local.provider_c),
    webpush: share('webpush', local.webpush),
  };
};
