import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppSpeeds } from '../../src/delivery/fairness/app-speeds.js';
import { type Allowance, InFlightLimiter } from '../../src/delivery/fairness/in-flight-limiter.js';
import { FakeClock } from '../support/fake-clock.js';

/** Runs everything that needs no timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const APP = 7;

const limiterOf = (size: number, clock = new FakeClock()) => new InFlightLimiter(size, new AppSpeeds(clock));

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

describe('the in-flight limiter', () => {
  test('never hands out more than its size, and serves callers in order', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(stepArbitrary, { maxLength: 60 }),
      async (size, steps) => {
        const limiter = limiterOf(size);
        const held: Holding[] = [];
        const served: number[] = [];
        const leaves: (() => void)[] = [];
        let asked = 0;
        const outstanding = () => held.reduce((sum, { allowance }) => sum + allowance.messages, 0);
        for (const step of steps) {
          if (step.kind === 'take') {
            const ticket = asked++;
            const unit = Math.min(step.unit, size);
            void limiter.take({ appId: APP, unit: step.unit }).then((allowance) => {
              served.push(ticket);
              held.push({ allowance, unit });
            });
          } else if (step.kind === 'give back') {
            const [back] = held.splice(step.which % Math.max(1, held.length), 1);
            back?.allowance[Symbol.dispose]();
            // A second release frees nothing.
            back?.allowance[Symbol.dispose]();
          } else if (step.kind === 'join') leaves.push(limiter.join(APP));
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

  test('serves a caller that needs all of it, although others keep asking for a little', async () => {
    const limiter = limiterOf(10);
    const leaves = [limiter.join(APP), limiter.join(APP)];
    let small = await limiter.take({ appId: APP, unit: 1 });
    let big: Allowance | null = null;
    void limiter.take({ appId: APP, unit: 10 }).then((allowance) => {
      big = allowance;
    });
    for (let round = 0; round < 5 && big === null; round += 1) {
      const next = limiter.take({ appId: APP, unit: 1 });
      small[Symbol.dispose]();
      await settle();
      if (big === null) small = await next;
    }
    expect(big).not.toBeNull();
    for (const leave of leaves) leave();
  });

  test('is divided among the applications that have joined, in whole units', async () => {
    const limiter = limiterOf(20);
    const alone = limiter.join(APP);
    using everything = await limiter.take({ appId: APP, unit: 1 });
    expect(everything.messages).toBe(20);
    everything[Symbol.dispose]();
    const other = limiter.join(APP);
    using half = await limiter.take({ appId: APP, unit: 3 });
    // Half of 20 are 3 times 3 messages.
    expect(half.messages).toBe(9);
    using rest = await limiter.take({ appId: APP, unit: 1 });
    expect(rest.messages).toBe(10);
    other();
    other();
    half[Symbol.dispose]();
    rest[Symbol.dispose]();
    using again = await limiter.take({ appId: APP, unit: 1 });
    expect(again.messages).toBe(20);
    alone();
  });

  test('hands out no more than its size to several applications, and serves all of them', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('take' as const),
        appId: fc.integer({ min: 1, max: 3 }),
        unit: fc.integer({ min: 1, max: 15 }),
      }),
      fc.record({ kind: fc.constant('give back' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('join' as const), appId: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant('time' as const), ms: fc.constantFrom(10, 500, 10_000) }),
    );
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.array(step, { maxLength: 60 }),
      async (size, steps) => {
        const clock = new FakeClock();
        const limiter = limiterOf(size, clock);
        const held: Holding[] = [];
        const served: Record<number, number[]> = { 1: [], 2: [], 3: [] };
        const asked: Record<number, number> = { 1: 0, 2: 0, 3: 0 };
        const outstanding = () => held.reduce((sum, { allowance }) => sum + allowance.messages, 0);
        for (const taken of steps) {
          if (taken.kind === 'take') {
            const { appId, unit } = taken;
            const ticket = asked[appId] ?? 0;
            asked[appId] = ticket + 1;
            void limiter.take({ appId, unit }).then((allowance) => {
              served[appId]?.push(ticket);
              held.push({ allowance, unit: Math.min(unit, size) });
            });
          } else if (taken.kind === 'give back') {
            held.splice(taken.which % Math.max(1, held.length), 1)[0]?.allowance[Symbol.dispose]();
          } else if (taken.kind === 'join') limiter.join(taken.appId);
          else clock.advance(taken.ms);
          await settle();
          expect(outstanding()).toBeLessThanOrEqual(size);
        }
        while (held.length > 0) {
          held.shift()?.allowance[Symbol.dispose]();
          await settle();
          expect(outstanding()).toBeLessThanOrEqual(size);
        }
        for (const appId of [1, 2, 3]) {
          expect(served[appId]).toEqual(Array.from({ length: asked[appId] ?? 0 }, (_, index) => index));
        }
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});

describe('an application that is slow to answer', () => {
  const SLOW = 1;
  const QUICK = 2;

  /** Both have had a page; the slow one's took ten seconds. */
  const start = async (size: number) => {
    const clock = new FakeClock();
    const limiter = limiterOf(size, clock);
    for (const [appId, ms] of [
      [SLOW, 10_000],
      [QUICK, 50],
    ] as const) {
      const leave = limiter.join(appId);
      const page = await limiter.take({ appId, unit: 1 });
      clock.advance(ms);
      page[Symbol.dispose]();
      leave();
    }
    return { limiter, clock };
  };

  test('gets a tenth of the limiter while another application sends with the other nine tenths', async () => {
    const { limiter } = await start(500);
    for (const appId of [SLOW, QUICK]) limiter.join(appId);
    using few = await limiter.take({ appId: SLOW, unit: 1 });
    using many = await limiter.take({ appId: QUICK, unit: 1 });
    expect([few.messages, many.messages]).toEqual([50, 450]);
  });

  test('leaves a fifth of the limiter for newcomers when it sends alone', async () => {
    const { limiter } = await start(500);
    limiter.join(SLOW);
    using page = await limiter.take({ appId: SLOW, unit: 1 });
    expect(page.messages).toBe(400);
    limiter.join(QUICK);
    using other = await limiter.take({ appId: QUICK, unit: 1 });
    expect(other.messages).toBe(100);
  });

  test('counts as normal again after some fast pages', async () => {
    const { limiter, clock } = await start(500);
    for (const appId of [SLOW, QUICK]) limiter.join(appId);
    for (let pages = 0; pages < 15; pages += 1) {
      using _page = await limiter.take({ appId: SLOW, unit: 1 });
      clock.advance(50);
    }
    using half = await limiter.take({ appId: SLOW, unit: 1 });
    expect(half.messages).toBe(250);
  });

  test('counts as slow while its page is in progress, not only after it', async () => {
    const { limiter, clock } = await start(500);
    const third = 3;
    limiter.join(QUICK);
    limiter.join(third);
    using hanging = await limiter.take({ appId: third, unit: 1 });
    expect(hanging.messages).toBe(100);
    clock.advance(5_000);
    using rest = await limiter.take({ appId: QUICK, unit: 1 });
    // Its share is nine tenths, and the hanging page keeps its slots.
    expect(rest.messages).toBe(400);
  });

  test('gets a fifth while it has no record, and everything once its provider has answered', async () => {
    const limiter = limiterOf(500);
    limiter.join(QUICK);
    const first = await limiter.take({ appId: QUICK, unit: 1 });
    expect(first.messages).toBe(100);
    first[Symbol.dispose]();
    using second = await limiter.take({ appId: QUICK, unit: 1 });
    expect(second.messages).toBe(500);
  });
});
