import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from './dialect.js';

const MAX_ATTEMPTS = 4;
const PAUSE_MS = 250;

/**
 * For what a start asks of the database. A connection that is cut in the middle must not end the start: whoever watches
 * over the process would have to begin it again. @param work what can be done over as a whole.
 */
export const retryCutOff = async <T>({ isCutOff }: Dialect, work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isCutOff(error)) throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
};
