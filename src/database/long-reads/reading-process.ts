import { setPriority } from 'node:os';
import { SqliteDriver } from '../sqlite-driver.js';
import { type ReadAnswer, type ReadRequest, UP } from './protocol.js';

/** The page cache of the process, in addition to the service's own cache. */
const CACHE_KIB = 32_768;
/** Requests take precedence on machines with few processors. */
const NICENESS = 5;

/** The main module of a process that reads a SQLite file for the service, one read at a time. */
const run = (path: string): void => {
  try {
    setPriority(NICENESS);
  } catch {
    // Setting the priority is not allowed everywhere; reading works without it.
  }
  // The service handles signals to the group. It still reads while it drains, and then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const driver = new SqliteDriver(path, { readonly: true });
  driver.pragma(`cache_size = -${CACHE_KIB}`);
  const answer = ({ sql, parameters }: ReadRequest): ReadAnswer => {
    try {
      return { found: driver.readAll(sql, parameters) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  process.on('message', (request: ReadRequest) => void process.send?.(answer(request)));
  process.on('disconnect', () => process.exit());
  process.send?.(UP);
};

const [, , path] = process.argv;
if (process.send && path !== undefined) run(path);
