import { normalQuantile } from './distributions.js';

export interface SizeQuestion {
  /** The rate without the change, between 0 and 1. */
  readonly baseline: number;
  /** The smallest relative improvement worth finding: 0.1 turns 5 % into 5.5 %. */
  readonly lift: number;
  /** 2 or more. */
  readonly arms: number;
  readonly power?: number;
  readonly alpha?: number;
}

export const POWER = 0.8;
export const ALPHA = 0.05;

/**
 * Units that each arm needs (Fleiss, Levin and Paik 2003, formula 4.14 without continuity correction). With more than
 * two arms, alpha is shared by all pairs, which Holm never needs more than. null: the improved rate exceeds 1.
 */
export const unitsPerArm = ({ baseline, lift, arms, power = POWER, alpha = ALPHA }: SizeQuestion): number | null => {
  const improved = baseline * (1 + lift);
  if (improved > 1 || improved < 0 || improved === baseline) return null;
  const pairs = (arms * (arms - 1)) / 2;
  const middle = (baseline + improved) / 2;
  const spread = (rate: number) => rate * (1 - rate);
  const bySignificance = normalQuantile(1 - alpha / pairs / 2) * Math.sqrt(2 * spread(middle));
  const byPower = normalQuantile(power) * Math.sqrt(spread(baseline) + spread(improved));
  return Math.ceil(((bySignificance + byPower) / (improved - baseline)) ** 2);
};
