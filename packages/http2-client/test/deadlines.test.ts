import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Deadlines, type Expiring } from '../src/deadlines.js';
import { eventually } from './support/eventually.js';

const LIMIT_MS = 400;

class Waiting implements Expiring {
  place: Expiring['place'] = null;
  isExpired = false;

  expire(): void {
    this.isExpired = true;
  }
}

/** Simulates a machine that gives this process no CPU. */
const starve = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

describe('an entry with a deadline', () => {
  test('expires in the order in which it was added', async () => {
    const deadlines = new Deadlines(LIMIT_MS);
    const order: string[] = [];
    const waiting = ['first', 'second'].map((name) => ({ place: null, expire: () => void order.push(name) }));
    for (const one of waiting) deadlines.add(one as Expiring);
    await eventually('both expired', () => order.length === 2);
    expect(order).toEqual(['first', 'second']);
  });

  test('does not expire if its process got no CPU for longer than the limit', async () => {
    const deadlines = new Deadlines(LIMIT_MS);
    const waiting = new Waiting();
    deadlines.add(waiting);
    starve(3 * LIMIT_MS);
    await new Promise((resolve) => setImmediate(resolve));
    await sleep(1);
    expect(waiting.isExpired).toBe(false);
    await eventually('it expires once the process has run', () => waiting.isExpired);
  });

  test('never expires after removal, while the others do', async () => {
    const deadlines = new Deadlines(50);
    const [answered, silent] = [new Waiting(), new Waiting()];
    deadlines.add(answered);
    deadlines.add(silent);
    deadlines.remove(answered);
    await eventually('the other one expires', () => silent.isExpired);
    expect(answered.isExpired).toBe(false);
  });

  test('expires at once when the queue is abandoned', () => {
    const deadlines = new Deadlines(60_000);
    const waiting = new Waiting();
    deadlines.add(waiting);
    deadlines.expireAll();
    expect(waiting.isExpired).toBe(true);
    deadlines.stop();
  });
});
