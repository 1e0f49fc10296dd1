import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppSpeeds } from '../../src/delivery/app-speeds.js';
import { type Allowance, SendBudget } from '../../src/delivery/send-budget.js';
import { FakeClock } from '../support/fake-clock.js';

/** Lets everything run that can run without a timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const APP = 7;

const budgetOf = (size: number, clock = new FakeClock()) => new SendBudget(size, new AppSpeeds(clock));

interface Holding {
  readonly allowance: Allowance;
  readonly unit: number;
}

const stepArbitrary = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), unit: fc.integer({ min: 1, max: 15 }) }),
  fc.record({ kind: fc.constant('give back' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('join' as const) }),
  fc.record({ kind: fc.constant('leave' as const) }),
);

describe('the send budget', () => {
  test('never hands out more than its size, and everyone who asks is served in turn', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(stepArbitrary, { maxLength: 60 }),
      async (size, steps) => {
        const budget = budgetOf(size);
        const held: Holding[] = [];
        const served: number[] = [];
        const leaves: (() => void)[] = [];
        let asked = 0;
        const outstanding = () => held.reduce((sum, { allowance, unit }) => sum + allowance.units * unit, 0);
        for (const step of steps) {
          if (step.kind === 'take') {
            const ticket = asked++;
            const unit = Math.min(step.unit, size);
            void budget.take({ appId: APP, unit: step.unit }).then((allowance) => {
              served.push(ticket);
              held.push({ allowance, unit });
            });
          } else if (step.kind === 'give back') {
            const [back] = held.splice(step.which % Math.max(1, held.length), 1);
            back?.allowance[Symbol.dispose]();
            // Giving back twice gives nothing twice.
            back?.allowance[Symbol.dispose]();
          } else if (step.kind === 'join') leaves.push(budget.join(APP));
          else leaves.pop()?.();
          await settle();
          expect(outstanding()).toBeLessThanOrEqual(size);
        }
        while (held.length > 0) {
          held.shift()?.allowance[Symbol.dispose]();
          await settle();
          expect(outstanding()).toBeLessThanOrEqual(size);
        }
        expect(served).toEqual(Array.from({ length: asked }, (_, index) => index));
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  test('one that needs all of it is served although others keep asking for little', async () => {
    const budget = budgetOf(10);
    const leaves = [budget.join(APP), budget.join(APP)];
    let small = await budget.take({ appId: APP, unit: 1 });
    let big: Allowance | null = null;
    void budget.take({ appId: APP, unit: 10 }).then((allowance) => {
      big = allowance;
    });
    for (let round = 0; round < 5 && big === null; round += 1) {
      const next = budget.take({ appId: APP, unit: 1 });
      small[Symbol.dispose]();
      await settle();
      if (big === null) small = await next;
    }
    expect(big).not.toBeNull();
    for (const leave of leaves) leave();
  });

  test('shares itself among those who have joined, in whole units', async () => {
    const budget = budgetOf(20);
    const alone = budget.join(APP);
    using everything = await budget.take({ appId: APP, unit: 1 });
    expect(everything.units).toBe(20);
    everything[Symbol.dispose]();
    const other = budget.join(APP);
    using half = await budget.take({ appId: APP, unit: 3 });
    // Half of 20 are 3 times 3 messages.
    expect(half.units).toBe(3);
    using rest = await budget.take({ appId: APP, unit: 1 });
    expect(rest.units).toBe(10);
    other();
    other();
    half[Symbol.dispose]();
    rest[Symbol.dispose]();
    using again = await budget.take({ appId: APP, unit: 1 });
    expect(again.units).toBe(20);
    alone();
  });
});
