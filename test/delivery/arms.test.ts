import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { shareOfUnit } from '../../src/crypto/share-of-unit.js';
import { armOf, assign } from '../../src/delivery/judgement/arms.js';
import { isInHoldout } from '../../src/delivery/judgement/holdout.js';
import { CONTROL_ARM, ROLLOUT_ARM, type RunExperiment, WAITING_ARM } from '../../src/ports/experiment.js';

const EXPERIMENT: RunExperiment = {
  salt: 'variants.7',
  variants: [
    { pushId: 11, weight: 50 },
    { pushId: 12, weight: 30 },
    { pushId: 13, weight: 20 },
  ],
  controlShare: 0.1,
  testShare: 0.4,
  decideAfter: 3_600,
  decideAt: 3_600_000,
  metric: 'CLICKED',
  winner: 'BEST',
};

const UNITS = Array.from({ length: 100_000 }, (_, index) => (index % 2 === 0 ? index : `user-${index}`));

/** Reads the first eight bytes as defined, with integers only. */
const oracle = (salt: string, unit: string | number): bigint => {
  const digest = createHash('sha256').update(
    Buffer.concat([Buffer.from(salt), Buffer.of(0), Buffer.from(String(unit))]),
  );
  return BigInt(`0x${digest.digest('hex').slice(0, 16)}`);
};

/** The arm by cumulative shares of 1,000ths: control, the tested variants, the rest. */
const oracleArm = (unit: string | number): number => {
  const place = Number((oracle(EXPERIMENT.salt, unit) * 1_000_000n) >> 64n);
  const ends = [100_000, 280_000, 388_000, 460_000];
  const index = ends.findIndex((end) => place < end);
  return index === -1 ? WAITING_ARM : index === 0 ? CONTROL_ARM : index - 1;
};

const chiSquare = (counts: readonly number[], shares: readonly number[]): number => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, index) => {
    const expected = total * (shares[index] as number);
    return sum + (count - expected) ** 2 / expected;
  }, 0);
};

describe('the assignment of users to arms', () => {
  test('follows from the first eight bytes of SHA-256, cumulative over control, variants and rest', () => {
    for (const unit of UNITS.slice(0, 20_000)) {
      expect([unit, armOf(EXPERIMENT, unit)]).toEqual([unit, oracleArm(unit)]);
    }
  });

  test('divides 100,000 users according to the weights', () => {
    const arms = [CONTROL_ARM, 0, 1, 2, WAITING_ARM];
    const counts = arms.map((arm) => UNITS.filter((unit) => armOf(EXPERIMENT, unit) === arm).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(UNITS.length);
    // p < 0.001 with 4 degrees of freedom.
    expect(chiSquare(counts, [0.1, 0.18, 0.108, 0.072, 0.54])).toBeLessThan(18.467);
  });

  test('divides the rest by weight if no variant won, and gives it the winner otherwise', () => {
    const rest = UNITS.filter((unit) => armOf(EXPERIMENT, unit) === WAITING_ARM);
    const given = (winner: number | null) =>
      rest.map((unit) => assign(EXPERIMENT, unit, { decision: { winner }, isLater: false }));
    expect(new Set(given(1).map(({ arm, pushId }) => `${arm} ${pushId}`))).toEqual(new Set([`${ROLLOUT_ARM} 12`]));
    const counts = [11, 12, 13].map((id) => given(null).filter(({ pushId }) => pushId === id).length);
    // p < 0.001 with 2 degrees of freedom.
    expect(chiSquare(counts, [0.5, 0.3, 0.2])).toBeLessThan(13.816);
  });

  test('keeps tested users in their arm after the decision, and gives all other users the winner in later runs', () => {
    for (const unit of UNITS.slice(0, 2_000)) {
      const arm = armOf(EXPERIMENT, unit);
      const before = assign(EXPERIMENT, unit, { decision: { winner: 2 }, isLater: false });
      const after = assign(EXPERIMENT, unit, { decision: { winner: 2 }, isLater: true });
      expect(before.arm).toBe(arm === WAITING_ARM ? ROLLOUT_ARM : arm);
      expect(after).toEqual(arm === CONTROL_ARM ? { arm, pushId: 11 } : { arm: ROLLOUT_ARM, pushId: 13 });
    }
  });

  test('holds out the configured share of users, and different users in the next generation', () => {
    const heldOut = (generation: number) =>
      new Set(UNITS.filter((unit) => isInHoldout({ share: 0.05, generation }, 3, unit)));
    const [first, second] = [heldOut(1), heldOut(2)];
    for (const { size } of [first, second])
      expect(chiSquare([size, UNITS.length - size], [0.05, 0.95])).toBeLessThan(10.828);
    const both = [...first].filter((unit) => second.has(unit)).length;
    expect(chiSquare([both, UNITS.length - both], [0.0025, 0.9975])).toBeLessThan(10.828);
    expect(shareOfUnit('holdout.3.1', 'ann')).toBe(Number(oracle('holdout.3.1', 'ann')) / 2 ** 64);
  });
});
