import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the product sees it. Tests pass one that stands still until it is moved. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds, or when `signal` is aborted. Absent where time stands still until it is moved. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};
