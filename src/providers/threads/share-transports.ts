import { ALL_PROVIDERS } from '../providers.js';
import type { Transport, TransportTask } from '../transport.js';
import type { ThreadData } from './protocol.js';
import { type SharedThreads, SharedTransport } from './shared-transport.js';
import { SharingTrial } from './sharing-trial.js';
import { type ThreadOptions, ThreadPool } from './thread-pool.js';

/** Returns the local transport, or one that shares its tasks with the sending threads. */
export type ShareTransport = <Task extends TransportTask, Result>(
  name: string,
  local: Transport<Task, Result>,
) => Transport<Task, Result>;

/** All threads have the same transports. The threads end when the last shared transport is closed. */
export const shareTransports = (options: ThreadOptions, data: ThreadData): ShareTransport => {
  if (options.count === 0) return (_name, local) => local;
  const pool = new ThreadPool(options, data);
  let users = ALL_PROVIDERS.filter(({ sending }) => sending.kind === 'transport').length;
  const threads: SharedThreads = {
    pool,
    smallestTask: options.smallestTask,
    loadHere: 0,
    leave: async () => {
      users -= 1;
      if (users === 0) await pool.close();
    },
  };
  const tryOut = (name: string): SharingTrial =>
    new SharingTrial({
      now: () => performance.now(),
      cpuMs: options.cpuMs ?? readCpuMs,
      onResult: (result) => options.watch?.tried(name, result),
    });
  return (name, local) =>
    new SharedTransport(name, local, { threads, trial: options.isAlwaysShared ? null : tryOut(name) });
};

const readCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
