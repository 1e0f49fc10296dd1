/** Time as the product sees it. Tests pass one that stands still until it is moved. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
