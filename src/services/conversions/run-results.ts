import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { isAfterDecision } from '../../delivery/judgement/arms.js';
import { type ArmCountKind, NO_GOAL } from '../../entities/arm-count.js';
import type { Run } from '../../entities/run.js';
import { CONTROL_ARM, HOLDOUT_ARM, intendedShares, type RunExperiment } from '../../ports/experiment.js';
import type { Goal } from '../../ports/goals.js';
import { type Comparison, compareArms } from '../../statistics/decide-winner.js';
import {
  checkSampleRatio,
  type Interval,
  rateOf,
  type SampleRatio,
  wilsonInterval,
} from '../../statistics/proportions.js';

/** The counts of all arms of a run, summed over their parts. */
export interface ArmSum {
  readonly goal: number;
  readonly arm: number;
  readonly kind: ArmCountKind;
  readonly count: number;
  readonly value: number;
}

/** Reads the counts of runs in one statement. Each run has a few dozen rows at most. */
export const sumArmCounts = async (
  database: Pick<Database, 'query'>,
  runIds: readonly number[],
): Promise<Map<number, ArmSum[]>> => {
  const rows = await database.query<{
    run_id: number;
    goal: number;
    arm: number;
    kind: ArmCountKind;
    n: number;
    v: number;
  }>(
    `SELECT run_id, goal, arm, kind, SUM(count) AS n, SUM(value) AS v FROM arm_count
     WHERE run_id IN ${inList(runIds)} GROUP BY run_id, goal, arm, kind`,
    runIds,
  );
  const sums = rows.map((row) => ({
    runId: Number(row.run_id),
    sum: { goal: Number(row.goal), arm: Number(row.arm), kind: row.kind, count: Number(row.n), value: Number(row.v) },
  }));
  return new Map([...groupBy(sums, ({ runId }) => runId)].map(([id, group]) => [id, group.map(({ sum }) => sum)]));
};

/** The guardrails of an arm. */
export interface ArmResult {
  /** The same number as in `run_unit`. */
  readonly arm: number;
  readonly units: number;
  readonly optOuts: number;
  readonly retirements: number;
}

/** The result of an arm for a goal. */
export interface GoalResult {
  readonly arm: number;
  readonly units: number;
  /** Units that converted after any touch, whatever other messages they got. */
  readonly converted: number;
  readonly rate: number;
  readonly interval: Interval;
  readonly convertedValue: number;
  /** Events that are credited to this run alone. */
  readonly attributed: number;
  readonly attributedValue: number;
}

export interface GoalResults {
  readonly goal: Goal;
  readonly arms: readonly GoalResult[];
  readonly comparisons: readonly Comparison[];
}

type ResultsOf = Pick<Run, 'goals' | 'experiment'>;
type ComparedRun = Pick<Run, 'experiment' | 'winner' | 'decidedAt' | 'dueAt' | 'createdAt'>;

/** The arms of a run: its variants, then control and holdout, then messages after the decision. */
export const toArmResults = (sums: readonly ArmSum[]): ArmResult[] =>
  armsOf(sums).map((arm) => ({
    arm,
    units: countOf(sums, { goal: NO_GOAL, arm, kind: 'units' }).count,
    optOuts: countOf(sums, { goal: NO_GOAL, arm, kind: 'opted_out' }).count,
    retirements: countOf(sums, { goal: NO_GOAL, arm, kind: 'retired' }).count,
  }));

export const toGoalResults = ({ goals, experiment }: ResultsOf, sums: readonly ArmSum[]): GoalResults[] =>
  (goals ?? []).map((goal, index) => {
    const arms = toArmResults(sums).map(({ arm, units }) => toGoalResult(sums, { goal: index, arm, units }));
    return { goal, arms, comparisons: compare(arms, experiment) };
  });

/** null: the run has no experiment, or everybody but the control group got the winner, so there is nothing to check. */
export const toSampleRatio = (run: ComparedRun, sums: readonly ArmSum[]): SampleRatio | null => {
  const { experiment, winner } = run;
  if (!experiment || (winner !== null && isAfterDecision(run))) return null;
  const units = new Map(toArmResults(sums).map((result) => [result.arm, result.units]));
  return checkSampleRatio(
    intendedShares(experiment).map(({ arm, weight }) => ({ weight, units: units.get(arm) ?? 0 })),
  );
};

const armsOf = (sums: readonly ArmSum[]): number[] => {
  const arms = [...new Set(sums.filter(({ kind }) => kind === 'units').map(({ arm }) => arm))];
  return [
    ...arms.filter((arm) => arm >= 0).sort((a, b) => a - b),
    ...arms.filter((arm) => arm < 0).sort((a, b) => b - a),
  ];
};

const countOf = (sums: readonly ArmSum[], { goal, arm, kind }: Pick<ArmSum, 'goal' | 'arm' | 'kind'>) =>
  sums.find((sum) => sum.goal === goal && sum.arm === arm && sum.kind === kind) ?? { count: 0, value: 0 };

const toGoalResult = (
  sums: readonly ArmSum[],
  { goal, arm, units }: { goal: number; arm: number; units: number },
): GoalResult => {
  const converted = countOf(sums, { goal, arm, kind: 'converted' });
  const attributed = countOf(sums, { goal, arm, kind: 'attributed' });
  const proportion = { converted: converted.count, units };
  return {
    ...{ arm, units, converted: converted.count, convertedValue: converted.value },
    ...{ rate: rateOf(proportion), interval: wilsonInterval(proportion) },
    ...{ attributed: attributed.count, attributedValue: attributed.value },
  };
};

/**
 * Compares arms whose units were chosen at random at the same time. Messages after the decision are not such an arm.
 * The account's holdout is compared only where nothing else is: it spans all campaigns, and more pairs hide
 * differences.
 */
const compare = (results: readonly GoalResult[], experiment: RunExperiment | null): Comparison[] => {
  const compared = results.filter(({ arm }) => arm >= 0 || arm === (experiment ? CONTROL_ARM : HOLDOUT_ARM));
  const named = (index: number): number => compared[index]?.arm ?? 0;
  return compareArms(compared).map((comparison) => ({
    ...comparison,
    arm: named(comparison.arm),
    other: named(comparison.other),
  }));
};
