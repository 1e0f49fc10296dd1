import { ALPHA } from './experiment-size.js';
import {
  type Allotment,
  checkSampleRatio,
  holm,
  type Interval,
  newcombeInterval,
  type Proportion,
  proportionsPValue,
  rateOf,
} from './proportions.js';

export interface ComparedArm extends Proportion, Allotment {}

/** How the arm `arm` differs from the arm `other`; both are indexes. */
export interface Comparison {
  readonly arm: number;
  readonly other: number;
  /** The rate of `arm` minus the rate of `other`. */
  readonly difference: number;
  readonly interval: Interval;
  /** Adjusted for the number of comparisons. */
  readonly pValue: number;
  /** The p-value is below 5 % and the interval excludes 0. */
  readonly isSignificant: boolean;
}

/** Compares every pair of arms, with Holm's adjustment if there are more than two. */
export const compareArms = (arms: readonly Proportion[]): Comparison[] => {
  const pairs = arms.flatMap((one, arm) => arms.slice(0, arm).map((two, other) => ({ one, two, arm, other })));
  const adjusted = holm(pairs.map(({ one, two }) => proportionsPValue(one, two)));
  return pairs.map(({ one, two, arm, other }, index) => {
    const interval = newcombeInterval(one, two);
    const pValue = adjusted[index] ?? 1;
    // Near the limit the two disagree; a page must never name a winner next to an interval that includes 0.
    const isSignificant = pValue < ALPHA && (interval.low > 0 || interval.high < 0);
    return { arm, other, difference: rateOf(one) - rateOf(two), interval, pValue, isSignificant };
  });
};

export const WINNER_REASONS = ['DECIDED', 'TOO_EARLY', 'SAMPLE_RATIO_MISMATCH', 'NO_SIGNIFICANT_DIFFERENCE'] as const;

export interface WinnerDecision {
  /** The index of the winner; null: no arm won. */
  readonly winner: number | null;
  readonly reason: (typeof WINNER_REASONS)[number];
}

/** The arm that beats every other one significantly, and never before the time of the decision. */
export const decideWinner = (
  arms: readonly ComparedArm[],
  { now, decideAt }: { readonly now: number; readonly decideAt: number },
): WinnerDecision => {
  if (now < decideAt) return { winner: null, reason: 'TOO_EARLY' };
  if (checkSampleRatio(arms).isMismatch) return { winner: null, reason: 'SAMPLE_RATIO_MISMATCH' };
  const comparisons = compareArms(arms).filter(({ isSignificant }) => isSignificant);
  const winner = arms.findIndex((_, index) => {
    const beaten = comparisons.filter(({ arm, other, difference }) => (difference > 0 ? arm : other) === index);
    return beaten.length === arms.length - 1;
  });
  if (winner < 0 || arms.length < 2) return { winner: null, reason: 'NO_SIGNIFICANT_DIFFERENCE' };
  return { winner, reason: 'DECIDED' };
};
