import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.js';
import { eventually } from './eventually.js';

/** Longer than the subscriptions' own look at the outbox, so that one that is still there would be seen. */
const SILENCE_MS = 1_000;

/** Until nothing is read or written any more. Closing a socket takes its time on a busy machine. */
export const untilSilent = (database: Database): Promise<true> =>
  eventually('the database to be left alone', async () => {
    const { count } = database.statements;
    await sleep(SILENCE_MS);
    return database.statements.count === count ? true : null;
  });
