import { describe, expect, test } from '@jest/globals';
import { AppSpeeds } from '../../src/delivery/fairness/app-speeds.js';
import { BatchSlots } from '../../src/delivery/fairness/batch-slots.js';
import { FakeClock } from '../support/fake-clock.js';

const [A, B, C] = [1, 2, 3] as const;
const SIZE = 4;

const start = () => {
  const clock = new FakeClock();
  const speeds = new AppSpeeds(clock);
  return { clock, speeds, slots: new BatchSlots(SIZE, speeds) };
};

/** Takes as many slots as it may; answers how many. */
const fill = (slots: BatchSlots, appId: number): number => {
  let count = 0;
  for (; count < 10 && slots.mayEnter(appId); count += 1) slots.enter(appId);
  return count;
};

describe('slots for batches', () => {
  test('are all for one application that is alone', () => {
    const { slots } = start();
    expect(fill(slots, A)).toBe(SIZE);
    expect(slots.shouldYield(A)).toBe(false);
  });

  test('have room for one batch of another at once, and the one that has many gives one up', () => {
    const { slots } = start();
    const leaves = Array.from({ length: SIZE }, () => slots.enter(A));
    expect(fill(slots, B)).toBe(1);
    expect(slots.shouldYield(A)).toBe(true);
    expect(slots.shouldYield(B)).toBe(false);
    leaves[0]?.();
    expect(slots.shouldYield(A)).toBe(false);
    expect(slots.mayEnter(A)).toBe(false);
    expect(fill(slots, C)).toBe(1);
  });

  test('that wait for a provider which does not answer are not missing to others', () => {
    const { slots, speeds, clock } = start();
    for (let batch = 0; batch < SIZE; batch += 1) slots.enter(A);
    speeds.begin(A);
    clock.advance(5_000);
    speeds.begin(B)();
    expect(fill(slots, B)).toBe(SIZE);
    expect(slots.shouldYield(A)).toBe(true);
    expect(slots.shouldYield(B)).toBe(false);
    expect(slots.mayEnter(A)).toBe(false);
  });

  test('wake one of those who wait when one is free, and all at an abort', async () => {
    const { slots } = start();
    const leave = slots.enter(A);
    const abort = new AbortController();
    const woken: number[] = [];
    const waits = [1, 2].map((nth) => slots.untilChanged(abort.signal).then(() => woken.push(nth)));
    leave();
    await waits[0];
    expect(woken).toEqual([1]);
    abort.abort();
    await Promise.all(waits);
    expect(woken).toEqual([1, 2]);
    await slots.untilChanged(abort.signal);
  });
});
