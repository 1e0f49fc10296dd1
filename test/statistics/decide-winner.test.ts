import { expect, test } from '@jest/globals';
import { type ComparedArm, compareArms, decideWinner } from '../../src/statistics/decide-winner.js';
import { unitsPerArm } from '../../src/statistics/experiment-size.js';

const arm = (converted: number, units: number, weight = 1): ComparedArm => ({ converted, units, weight });

const DECIDE_AT = 1_000;
const decide = (arms: readonly ComparedArm[], now = DECIDE_AT) => decideWinner(arms, { now, decideAt: DECIDE_AT });

test('the arm that beats all others significantly wins', () => {
  expect(decide([arm(100, 2_000), arm(160, 2_000)])).toEqual({ winner: 1, reason: 'DECIDED' });
  expect(decide([arm(300, 2_000), arm(160, 2_000), arm(170, 2_000)])).toEqual({ winner: 0, reason: 'DECIDED' });
});

test('an arm that beats only some of the others does not win', () => {
  const decision = decide([arm(300, 2_000), arm(295, 2_000), arm(100, 2_000)]);
  expect(decision).toEqual({ winner: null, reason: 'NO_SIGNIFICANT_DIFFERENCE' });
});

test('no arm wins before the time of the decision, however clear the difference', () => {
  expect(decide([arm(0, 9_000), arm(9_000, 9_000)], DECIDE_AT - 1)).toEqual({ winner: null, reason: 'TOO_EARLY' });
});

test('no arm wins while the units are not distributed as intended', () => {
  const decision = decide([arm(100, 2_000), arm(300, 2_400)]);
  expect(decision).toEqual({ winner: null, reason: 'SAMPLE_RATIO_MISMATCH' });
  expect(decide([arm(100, 2_000, 5), arm(300, 2_400, 6)]).reason).toBe('DECIDED');
});

test('arms without units, and a single arm, have no winner', () => {
  expect(decide([arm(0, 0), arm(0, 0)]).winner).toBeNull();
  expect(decide([arm(5, 10)]).winner).toBeNull();
  expect(decide([]).winner).toBeNull();
});

test('a difference whose interval includes 0 is never called significant', () => {
  const random = mulberry(5);
  for (let round = 0; round < 3_000; round += 1) {
    const units = 20 + Math.floor(random() * 300);
    const [comparison] = compareArms([draw(random, units, 0.1), draw(random, units, 0.2)]);
    if (!comparison?.isSignificant) continue;
    expect(comparison.interval.low > 0 || comparison.interval.high < 0).toBe(true);
    expect(comparison.pValue).toBeLessThan(0.05);
  }
});

test('at most 5 % of 2,000 experiments with equal arms have a winner', () => {
  const random = mulberry(2026);
  let winners = 0;
  for (let experiment = 0; experiment < 2_000; experiment += 1) {
    const rate = [0.02, 0.05, 0.2, 0.5][experiment % 4] ?? 0.1;
    // Two arms are the hardest case. With more, the winner must beat each of them.
    const count = experiment % 5 === 4 ? 3 : 2;
    const arms = Array.from({ length: count }, () => draw(random, 400 + Math.floor(random() * 10), rate));
    if (decide(arms).winner !== null) winners += 1;
  }
  expect(winners / 2_000).toBeLessThanOrEqual(0.05);
  // Chance alone produces some winners, so the bound above is a real test.
  expect(winners).toBeGreaterThan(20);
});

test('daily checks of equal arms give no winner before the decision', () => {
  const random = mulberry(7);
  let early = 0;
  let peeked = 0;
  for (let experiment = 0; experiment < 300; experiment += 1) {
    const sums = [arm(0, 0), arm(0, 0)];
    let looked = false;
    for (let day = 1; day <= 14; day += 1) {
      for (const index of [0, 1]) sums[index] = add(sums[index] ?? arm(0, 0), draw(random, 200, 0.1));
      if (decide(sums, day).winner !== null) early += 1;
      looked ||= compareArms(sums)[0]?.isSignificant ?? false;
    }
    if (looked) peeked += 1;
  }
  expect(early).toBe(0);
  // Without the rule, fourteen checks would find a winner in far more than 5 %.
  expect(peeked / 300).toBeGreaterThan(0.08);
});

test('an experiment of the calculated size finds the difference in about 80 % of cases', () => {
  const units = unitsPerArm({ baseline: 0.1, lift: 0.2, arms: 2 }) ?? 0;
  expect(units).toBe(3_841);
  const random = mulberry(11);
  let found = 0;
  for (let experiment = 0; experiment < 300; experiment += 1) {
    if (decide([draw(random, units, 0.1), draw(random, units, 0.12)]).winner === 1) found += 1;
  }
  expect(found / 300).toBeGreaterThan(0.74);
  expect(found / 300).toBeLessThan(0.86);
});

test('there is no sample size for a rate above 100 %, or for no difference', () => {
  expect(unitsPerArm({ baseline: 0.6, lift: 0.9, arms: 2 })).toBeNull();
  expect(unitsPerArm({ baseline: 0.1, lift: 0, arms: 2 })).toBeNull();
});

const add = (one: ComparedArm, other: ComparedArm): ComparedArm =>
  arm(one.converted + other.converted, one.units + other.units);

const draw = (random: () => number, units: number, rate: number): ComparedArm => {
  let converted = 0;
  for (let unit = 0; unit < units; unit += 1) if (random() < rate) converted += 1;
  return arm(converted, units);
};

/** A small seeded generator (mulberry32). */
const mulberry = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
