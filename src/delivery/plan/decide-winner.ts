import { select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { WinnerReason } from '../../entities/run.js';
import { type ExperimentMetric, intendedShares, type RunExperiment } from '../../ports/experiment.js';
import { decideWinner } from '../../statistics/decide-winner.js';
import { checkSampleRatio, type Proportion } from '../../statistics/proportions.js';

interface Decided {
  /** The index of the variant; null: no variant won. */
  readonly winner: number | null;
  readonly reason: WinnerReason;
}

/** @param arms every arm with units, by its number. */
export const decide = (experiment: RunExperiment, arms: ReadonlyMap<number, Proportion>, now: number): Decided => {
  const { winner: rule, variants, decideAt } = experiment;
  if (rule === 'NONE') return { winner: null, reason: 'NOT_WANTED' };
  if (variants.length === 1) return { winner: 0, reason: 'ONLY_VARIANT' };
  const armOf = (arm: number): Proportion => arms.get(arm) ?? { converted: 0, units: 0 };
  // Includes the control group, as the page of the run does, so that no winner appears next to a warning.
  const sample = intendedShares(experiment).map(({ arm, weight }) => ({ weight, units: armOf(arm).units }));
  if (checkSampleRatio(sample).isMismatch) return { winner: null, reason: 'SAMPLE_RATIO_MISMATCH' };
  const weighted = variants.map(({ weight }, arm) => ({ ...armOf(arm), weight }));
  const { winner, reason } = decideWinner(weighted, { now, decideAt: decideAt ?? now });
  if (reason === 'TOO_EARLY') throw new Error(`The experiment must not be decided before ${decideAt}.`);
  return { winner, reason: REASONS[reason] };
};

const REASONS = {
  DECIDED: 'BEST',
  SAMPLE_RATIO_MISMATCH: 'SAMPLE_RATIO_MISMATCH',
  NO_SIGNIFICANT_DIFFERENCE: 'NO_CLEAR_WINNER',
} as const;

/** Counts the units of each arm. A user counts once, however many devices and runs reached them. */
export const readArms = async (
  tx: Tx,
  runIds: readonly number[],
  { metric }: Pick<RunExperiment, 'metric'>,
): Promise<Map<number, Proportion>> => {
  const units = await countByArm(
    tx,
    `SELECT arm, COUNT(DISTINCT unit) AS n FROM run_unit WHERE run_id IN ${inList(runIds)} GROUP BY arm`,
    runIds,
  );
  const good = await countByArm(tx, GOOD[metric](inList(runIds)), runIds);
  return new Map([...units].map(([arm, n]) => [arm, { converted: good.get(arm) ?? 0, units: n }]));
};

/** The units of each arm that did what the metric counts. @param list of the ids of runs, in SQL */
const GOOD: Readonly<Record<ExperimentMetric, (list: string) => string>> = {
  CLICKED: (list) => `SELECT s.variant AS arm, COUNT(DISTINCT s.subject) AS n FROM receipt r
    JOIN device_send s ON s.app_id = r.app_id AND s.device_id = r.device_id AND s.run_id = r.run_id
    WHERE r.run_id IN ${list} AND r.kind = 'clicked' GROUP BY s.variant`,
  // The first bit of `marks` is that of the first goal.
  CONVERTED: (list) =>
    `SELECT arm, COUNT(DISTINCT unit) AS n FROM run_unit WHERE run_id IN ${list} AND marks & 1 = 1 GROUP BY arm`,
};

const countByArm = async (tx: Tx, sql: string, runIds: readonly number[]): Promise<Map<number, number>> => {
  const rows = await select<{ arm: number | string; n: number | string }>(tx, sql, runIds);
  return new Map(rows.map(({ arm, n }) => [Number(arm), Number(n)]));
};
