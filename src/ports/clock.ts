import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the product sees it. Tests pass a clock that moves only when told to. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Resolves after this many milliseconds, or when `signal` is aborted. Absent on clocks that only move when told to.
   */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};
