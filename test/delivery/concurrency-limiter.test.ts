import { describe, expect, test } from '@jest/globals';
import { AppSpeeds } from '../../src/delivery/fairness/app-speeds.js';
import { ConcurrencyLimiter } from '../../src/delivery/fairness/concurrency-limiter.js';
import { FakeClock } from '../support/fake-clock.js';

const [A, B, C] = [1, 2, 3] as const;
const SIZE = 4;

const start = () => {
  const clock = new FakeClock();
  const speeds = new AppSpeeds(clock);
  return { clock, speeds, limiter: new ConcurrencyLimiter(SIZE, speeds) };
};

/** Takes as many slots as it may. Returns their number. */
const fill = (limiter: ConcurrencyLimiter, appId: number): number => {
  let count = 0;
  for (; count < 10 && limiter.canAcquire(appId); count += 1) limiter.acquire(appId);
  return count;
};

describe('the concurrency limiter', () => {
  test('gives every slot to a lone application', () => {
    const { limiter } = start();
    expect(fill(limiter, A)).toBe(SIZE);
    expect(limiter.shouldYield(A)).toBe(false);
  });

  test('has room at once for one batch of another application, and the one with many gives up a slot', () => {
    const { limiter } = start();
    const leaves = Array.from({ length: SIZE }, () => limiter.acquire(A));
    expect(fill(limiter, B)).toBe(1);
    expect(limiter.shouldYield(A)).toBe(true);
    expect(limiter.shouldYield(B)).toBe(false);
    leaves[0]?.();
    expect(limiter.shouldYield(A)).toBe(false);
    expect(limiter.canAcquire(A)).toBe(false);
    expect(fill(limiter, C)).toBe(1);
  });

  test('keeps slots that wait for an unresponsive provider from counting against others', () => {
    const { limiter, speeds, clock } = start();
    for (let batch = 0; batch < SIZE; batch += 1) limiter.acquire(A);
    speeds.begin(A);
    clock.advance(5_000);
    speeds.begin(B)();
    expect(fill(limiter, B)).toBe(SIZE);
    expect(limiter.shouldYield(A)).toBe(true);
    expect(limiter.shouldYield(B)).toBe(false);
    expect(limiter.canAcquire(A)).toBe(false);
  });

  test('wakes one waiter when a slot is free, and all on an abort', async () => {
    const { limiter } = start();
    const leave = limiter.acquire(A);
    const abort = new AbortController();
    const woken: number[] = [];
    const waits = [1, 2].map((nth) => limiter.untilChanged(abort.signal).then(() => woken.push(nth)));
    leave();
    await waits[0];
    expect(woken).toEqual([1]);
    abort.abort();
    await Promise.all(waits);
    expect(woken).toEqual([1, 2]);
    await limiter.untilChanged(abort.signal);
  });
});
