import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.js';
import { eventually } from './eventually.js';

/** Longer than the interval at which subscriptions poll the outbox, so a remaining one would be visible. */
const SILENCE_MS = 1_000;

/** Waits until reads and writes stop. Closing a socket takes time on a busy machine. */
export const untilSilent = (database: Database): Promise<true> =>
  eventually('the database to be left alone', async () => {
    const { count } = database.statements;
    await sleep(SILENCE_MS);
    return database.statements.count === count ? true : null;
  });
