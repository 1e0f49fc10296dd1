import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from './dialect.js';

export interface Retrying {
  /** The first try included. */
  readonly tries: number;
  readonly isWorthIt: (error: unknown) => boolean;
  /** @param attempt 1 after the first try. */
  readonly pauseMs: (attempt: number) => number;
}

/** By hand, since p-retry needs Node 22. @param work what can be done over as a whole. */
export const retry = async <T>(work: () => Promise<T>, { tries, isWorthIt, pauseMs }: Retrying): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || !isWorthIt(error)) throw error;
      await sleep(pauseMs(attempt));
    }
  }
};

/**
 * For what a start asks of the database. A connection that is cut in the middle must not end the start: whoever watches
 * over the process would have to begin it again.
 */
export const retryCutOff = <T>({ isCutOff }: Dialect, work: () => Promise<T>): Promise<T> =>
  retry(work, { tries: 4, isWorthIt: isCutOff, pauseMs: (attempt) => 250 * attempt });

/** @throws the reason of the signal as soon as it is aborted; the outcome of `work` is ignored then. */
export const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return work;
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    aborted.catch(() => undefined);
  }
};
