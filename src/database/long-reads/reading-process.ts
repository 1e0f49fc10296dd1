import { setPriority } from 'node:os';
import { SqliteDriver } from '../sqlite-driver.js';
import { type ReadAnswer, type ReadRequest, UP } from './protocol.js';

/** Of the file's pages in memory: beside those of the service itself. */
const CACHE_KIB = 32_768;
/** Where processors are few, requests come first. */
const NICENESS = 5;

/** The main module of a process that reads a SQLite file for the service, one read after the other. */
const run = (path: string): void => {
  try {
    setPriority(NICENESS);
  } catch {
    // Not allowed everywhere, and no reason not to read.
  }
  // Signals to the whole group are the service's to handle: it reads on while it drains, and takes us with it.
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
