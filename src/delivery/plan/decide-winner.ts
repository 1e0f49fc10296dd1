import { select, type Tx } from '../../database/database.js';
import type { WinnerReason } from '../../entities/run.js';
import type { RunExperiment } from '../../ports/experiment.js';

/** The tested part of a variant, at the decision. */
export interface ArmResult {
  /** Messages that were handed over. */
  readonly sent: number;
  /** Those of them that reached the metric of the experiment. */
  readonly successes: number;
}

/** @param arms one for each variant, in their order. */
export type DecideWinner = (
  experiment: RunExperiment,
  arms: readonly ArmResult[],
) => { readonly winner: number | null; readonly reason: WinnerReason };

/** The quantiles of the normal distribution for p < 0.05 on both sides, divided by 1 to 7 comparisons (Bonferroni). */
const Z = [1.96, 2.2414, 2.394, 2.4977, 2.5758, 2.6383, 2.6901] as const;
/** The quantiles of the chi-square distribution for p < 0.001 with 1 to 7 degrees of freedom. */
const CHI_SQUARE = [10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322] as const;

/** The variant whose share is above that of each other, by two-proportion z-tests. */
export const decideByClicks: DecideWinner = ({ winner: rule, variants }, arms) => {
  if (rule === 'NONE') return { winner: null, reason: 'NOT_WANTED' };
  if (variants.length === 1) return { winner: 0, reason: 'ONLY_VARIANT' };
  const weights = variants.map(({ weight }) => weight);
  if (isMismatched(weights, arms)) return { winner: null, reason: 'SAMPLE_RATIO_MISMATCH' };
  const best = arms.reduce((top, arm, index) => (shareOf(arm) > shareOf(arms[top] ?? arm) ? index : top), 0);
  const limit = Z[Math.min(arms.length - 2, Z.length - 1)] ?? Number.POSITIVE_INFINITY;
  const isBest = arms.every((arm, index) => index === best || zOf(arms[best] ?? arm, arm) > limit);
  return isBest ? { winner: best, reason: 'BEST' } : { winner: null, reason: 'NO_CLEAR_WINNER' };
};

const shareOf = ({ sent, successes }: ArmResult): number => (sent === 0 ? 0 : successes / sent);

const zOf = (one: ArmResult, other: ArmResult): number => {
  const pooled = (one.successes + other.successes) / (one.sent + other.sent);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.sent + 1 / other.sent));
  return error > 0 ? (shareOf(one) - shareOf(other)) / error : 0;
};

/** Whether the arms are too unequal to be chance, so that something other than chance chose who got a message. */
const isMismatched = (weights: readonly number[], arms: readonly ArmResult[]): boolean => {
  const total = arms.reduce((sum, { sent }) => sum + sent, 0);
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  const terms = arms.map(({ sent }, index) => {
    const expected = (total * (weights[index] ?? 0)) / allWeights;
    return expected > 0 ? (sent - expected) ** 2 / expected : 0;
  });
  const limit = CHI_SQUARE[Math.min(arms.length - 2, CHI_SQUARE.length - 1)] ?? Number.POSITIVE_INFINITY;
  return terms.reduce((sum, term) => sum + term, 0) > limit;
};

/**
 * Counts the tested messages of all runs of an experiment. Before the decision nobody has got the winner, so a push has
 * the counts of its arm.
 */
export const readArms = async (
  tx: Tx,
  runIds: readonly number[],
  { variants }: RunExperiment,
): Promise<ArmResult[]> => {
  const arms: ArmResult[] = [];
  for (const { pushId } of variants) arms.push(await readArm(tx, runIds, pushId));
  return arms;
};

const readArm = async (tx: Tx, runIds: readonly number[], pushId: number): Promise<ArmResult> => {
  const runs = `run_id IN (${runIds.map(() => '?').join(', ')}) AND push_id = ?`;
  const sql = `SELECT
    (SELECT COALESCE(SUM(count), 0) FROM batch_count WHERE ${runs} AND outcome = 'sent') AS sent,
    (SELECT COUNT(*) FROM receipt WHERE ${runs} AND kind = 'clicked') AS clicked`;
  const [row] = await select<{ sent: number | string; clicked: number | string }>(tx, sql, [
    ...[...runIds, pushId],
    ...[...runIds, pushId],
  ]);
  return { sent: Number(row?.sent ?? 0), successes: Number(row?.clicked ?? 0) };
};
