import { ALL_PROVIDERS } from '../providers.js';
import type { Transport, TransportTask } from '../transport.js';
import type { ThreadData } from './protocol.js';
import { type SharedThreads, SharedTransport } from './shared-transport.js';
import { type ThreadOptions, ThreadPool } from './thread-pool.js';

/** Gives a provider's transport of this thread, or one that shares its tasks with the other threads. */
export type ShareTransport = <Task extends TransportTask, Result>(
  name: string,
  local: Transport<Task, Result>,
) => Transport<Task, Result>;

/** The same transports on all threads; the threads end when each of those that share them has been closed. */
export const shareTransports = (options: ThreadOptions, data: ThreadData): ShareTransport => {
  if (options.count === 0) return (_name, local) => local;
  const names = new Set(options.transports ?? worthSharing(options.count));
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
  return (name, local) => (names.has(name) ? new SharedTransport(name, local, threads) : local);
};

/** What a thread saves differs (docs/decisions/sender-threads.md). */
const worthSharing = (threads: number): string[] =>
  ALL_PROVIDERS.flatMap(({ name, sending }) =>
    sending.kind === 'transport' && threads >= sending.paysFromThreads ? [name] : [],
  );
