import { expect, test } from '@jest/globals';
import { chiSquareTail, normalBelow, normalQuantile } from '../../src/statistics/distributions.js';
import { unitsPerArm } from '../../src/statistics/experiment-size.js';
import {
  checkSampleRatio,
  holm,
  newcombeInterval,
  type Proportion,
  proportionsPValue,
  wilsonInterval,
} from '../../src/statistics/proportions.js';
import { readRepositoryFile } from '../support/repository.js';

type Pair = readonly [number, number];

/** Written by test/support/statistics/generate.py. */
interface Expected {
  readonly tables: readonly {
    readonly arms: readonly [Pair, Pair];
    readonly wilson: readonly [Pair, Pair];
    readonly newcombe: Pair;
    readonly p: number;
  }[];
  readonly holm: readonly { readonly p: readonly number[]; readonly adjusted: readonly number[] }[];
  readonly ratios: readonly { readonly weights: number[]; readonly units: number[]; readonly p: number }[];
  readonly sizes: readonly { baseline: number; lift: number; arms: number; units: number }[];
  readonly quantiles: readonly (readonly [number, number, number])[];
}

const expected: Expected = JSON.parse(readRepositoryFile('test/support/statistics/expected.json'));

const toArm = ([converted, units]: Pair): Proportion => ({ converted, units });

/** The relative error of a value. Differences below 1e-13 are rounding. */
const offBy = (value: number, wanted: number): number =>
  Math.abs(value - wanted) <= 1e-13 ? 0 : Math.abs(value - wanted) / Math.max(Math.abs(wanted), 1e-13);

const worst = (pairs: readonly Pair[]): number => Math.max(...pairs.map(([value, wanted]) => offBy(value, wanted)));

test('Wilson intervals match statsmodels for 1,000 random tables', () => {
  expect(expected.tables).toHaveLength(1_000);
  const pairs = expected.tables.flatMap(({ arms, wilson }) =>
    arms.flatMap((arm, index): Pair[] => {
      const { low, high } = wilsonInterval(toArm(arm));
      return [
        [low, wilson[index]?.[0] ?? Number.NaN],
        [high, wilson[index]?.[1] ?? Number.NaN],
      ];
    }),
  );
  expect(worst(pairs)).toBeLessThan(1e-9);
});

test('Newcombe intervals match statsmodels', () => {
  const pairs = expected.tables.flatMap(({ arms: [one, other], newcombe }): Pair[] => {
    const { low, high } = newcombeInterval(toArm(one), toArm(other));
    return [
      [low, newcombe[0]],
      [high, newcombe[1]],
    ];
  });
  expect(worst(pairs)).toBeLessThan(1e-8);
});

test('p-values of two proportions match statsmodels, down to the smallest', () => {
  const pairs = expected.tables.map(
    ({ arms: [one, other], p }): Pair => [proportionsPValue(toArm(one), toArm(other)), p],
  );
  expect(worst(pairs)).toBeLessThan(1e-9);
  expect(pairs.filter(([, p]) => p > 1e-6 && p < 0.05).length).toBeGreaterThan(20);
  const tiny = expected.tables.filter(({ p }) => p > 1e-300 && p < 1e-13);
  expect(tiny.length).toBeGreaterThan(50);
  for (const { arms, p } of tiny) {
    const logarithm = Math.log(proportionsPValue(toArm(arms[0]), toArm(arms[1])));
    expect(Math.abs(logarithm / Math.log(p) - 1)).toBeLessThan(1e-6);
  }
});

test("Holm's adjustment matches statsmodels", () => {
  const pairs = expected.holm.flatMap(({ p, adjusted }) =>
    holm(p).map((value, index): Pair => [value, adjusted[index] ?? Number.NaN]),
  );
  expect(worst(pairs)).toBeLessThan(1e-12);
});

test("the sample-ratio check matches scipy's chi-square test", () => {
  const pairs = expected.ratios.map(({ weights, units, p }): Pair => {
    const arms = weights.map((weight, index) => ({ weight, units: units[index] ?? 0 }));
    const { pValue, isMismatch } = checkSampleRatio(arms);
    expect(isMismatch).toBe(p < 0.001);
    return [pValue, p];
  });
  expect(worst(pairs)).toBeLessThan(1e-9);
  expect(expected.ratios.some(({ p }) => p < 0.001)).toBe(true);
});

test('sample sizes match statsmodels', () => {
  for (const { units, ...question } of expected.sizes) {
    const found = unitsPerArm(question);
    expect(Math.abs((found ?? 0) - units)).toBeLessThanOrEqual(1 + units * 1e-6);
  }
});

test('normal quantiles and tails match scipy', () => {
  for (const [share, z, below] of expected.quantiles) {
    expect(normalQuantile(share)).toBeCloseTo(z, 6);
    expect(offBy(normalBelow(z), below)).toBeLessThan(1e-9);
  }
  expect(chiSquareTail(0, 3)).toBe(1);
  expect(chiSquareTail(2_000, 1)).toBe(0);
});
