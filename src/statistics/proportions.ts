import { chiSquareTail, normalQuantile, twoSidedTail } from './distributions.js';

/** Conversions among the units of an arm. */
export interface Proportion {
  readonly converted: number;
  readonly units: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export const CONFIDENCE = 0.95;

const zOf = (confidence: number): number => normalQuantile((1 + confidence) / 2);

export const rateOf = ({ converted, units }: Proportion): number => (units === 0 ? 0 : converted / units);

/** The score interval of Wilson (1927), without continuity correction. Without units it is 0 to 1. */
export const wilsonInterval = (arm: Proportion, confidence = CONFIDENCE): Interval => {
  const { converted, units } = arm;
  if (units === 0) return { low: 0, high: 1 };
  const z = zOf(confidence);
  const square = (z * z) / units;
  const middle = (rateOf(arm) + square / 2) / (1 + square);
  const half = (z / (1 + square)) * Math.sqrt((rateOf(arm) * (1 - rateOf(arm))) / units + square / (4 * units));
  return {
    low: converted === 0 ? 0 : Math.max(0, middle - half),
    high: converted === units ? 1 : Math.min(1, middle + half),
  };
};

/** The interval of the rate of `one` minus that of `other`: method 10 of Newcombe (1998), from two Wilson intervals. */
export const newcombeInterval = (one: Proportion, other: Proportion, confidence = CONFIDENCE): Interval => {
  const [first, second] = [wilsonInterval(one, confidence), wilsonInterval(other, confidence)];
  const difference = rateOf(one) - rateOf(other);
  const below = Math.hypot(rateOf(one) - first.low, second.high - rateOf(other));
  const above = Math.hypot(first.high - rateOf(one), rateOf(other) - second.low);
  return { low: difference - below, high: difference + above };
};

/** The two-sided p-value of the two-proportion z-test with pooled variance. 1 if there is nothing to compare. */
export const proportionsPValue = (one: Proportion, other: Proportion): number => {
  if (one.units === 0 || other.units === 0) return 1;
  const pooled = (one.converted + other.converted) / (one.units + other.units);
  const variance = pooled * (1 - pooled) * (1 / one.units + 1 / other.units);
  return variance <= 0 ? 1 : twoSidedTail((rateOf(one) - rateOf(other)) / Math.sqrt(variance));
};

/** Adjusts p-values for several comparisons (Holm 1979), in the order given. */
export const holm = (pValues: readonly number[]): number[] => {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let least = 0;
  order.forEach(({ p, index }, rank) => {
    least = Math.min(1, Math.max(least, p * (pValues.length - rank)));
    adjusted[index] = least;
  });
  return adjusted;
};

/** An arm, with the share of units that it was meant to get. */
export interface Allotment {
  readonly units: number;
  /** Only the ratio of weights counts. */
  readonly weight: number;
}

export interface SampleRatio {
  readonly pValue: number;
  /** So unlikely by chance that something is wrong with the assignment or the counting. */
  readonly isMismatch: boolean;
}

const MISMATCH_BELOW = 0.001;

/** Pearson's chi-square test of whether the arms got their shares of the units. */
export const checkSampleRatio = (arms: readonly Allotment[]): SampleRatio => {
  const weighted = arms.filter(({ weight }) => weight > 0);
  const units = weighted.reduce((sum, arm) => sum + arm.units, 0);
  const weights = weighted.reduce((sum, arm) => sum + arm.weight, 0);
  if (weighted.length < 2 || units === 0) return { pValue: 1, isMismatch: false };
  const chiSquare = weighted.reduce((sum, arm) => {
    const expected = (units * arm.weight) / weights;
    return sum + (arm.units - expected) ** 2 / expected;
  }, 0);
  const pValue = chiSquareTail(chiSquare, weighted.length - 1);
  return { pValue, isMismatch: pValue < MISMATCH_BELOW };
};
