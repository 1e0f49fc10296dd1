import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from './dialect.js';

export interface Retrying {
  /** The number of attempts, including the first one. */
  readonly tries: number;
  readonly isWorthIt: (error: unknown) => boolean;
  /** @param attempt 1 after the first attempt. */
  readonly pauseMs: (attempt: number) => number;
}

/** Hand-written because p-retry needs Node 22. @param work can be repeated as a whole. */
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
 * Retries queries of the start when the connection is lost, so that the supervisor does not have to restart the process.
 */
export const retryCutOff = <T>({ isCutOff }: Dialect, work: () => Promise<T>): Promise<T> =>
  retry(work, { tries: 4, isWorthIt: isCutOff, pauseMs: (attempt) => 250 * attempt });

/** @throws the signal's reason as soon as it is aborted; the outcome of `work` is then ignored. */
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
