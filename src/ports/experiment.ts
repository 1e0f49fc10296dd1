import { GOAL_SETTLE_MS } from './goals.js';

/** The measures by which a winner can be chosen: clicks, or conversions of the first goal. */
export type ExperimentMetric = 'CLICKED' | 'CONVERTED';

/** `BEST`: the variant that is proven to be the best. `NONE`: no winner, unless somebody chooses one. */
export type WinnerRule = 'BEST' | 'NONE';

export const MAX_VARIANTS = 8;
export const MAX_CONTROL_SHARE = 0.5;
export const MAX_HOLDOUT_SHARE = 0.15;

/** Each user gets one of the scheduler's pushes instead of all. */
export interface Experiment {
  /** This share of users gets nothing, for comparison; 0 to 0.5. */
  readonly controlShare: number;
  /** The share of the other users who get their variant at once. The rest waits for the decision. Above 0, at most 1. */
  readonly testShare: number;
  /** Seconds from the first run to the decision; null: nothing is decided. */
  readonly decideAfter: number | null;
  readonly metric: ExperimentMetric;
  readonly winner: WinnerRule;
}

/** A push, and how often it is chosen. */
export interface Variant {
  readonly pushId: number;
  readonly weight: number;
}

/** An experiment as it was when its run began. */
export interface RunExperiment extends Experiment {
  /** Runs with the same salt give a user the same variant. */
  readonly salt: string;
  /** In the order of sending. */
  readonly variants: readonly Variant[];
  /** Epoch ms; null: no decision. */
  readonly decideAt: number | null;
}

/** Whether the decision needs every event that was reported before `decideAt`. */
export const needsGoals = ({ metric, winner }: Pick<Experiment, 'metric' | 'winner'>): boolean =>
  metric === 'CONVERTED' && winner === 'BEST';

/** When the decision can be made, epoch ms: events of the last minute before `decideAt` must settle. null: never. */
export const decisionDueAt = (experiment: Pick<RunExperiment, 'decideAt' | 'metric' | 'winner'>): number | null => {
  const { decideAt } = experiment;
  return decideAt !== null && needsGoals(experiment) ? decideAt + GOAL_SETTLE_MS : decideAt;
};

/** The users of an account who get no messages, for comparison. */
export interface Holdout {
  /** 0 to 0.15. */
  readonly share: number;
  /** Each generation holds out other users. */
  readonly generation: number;
}

/**
 * The arms of users who get no variant by its index. These numbers are stored in `device_send.variant` and
 * `retry_send.variant`, so never renumber them.
 */
export const CONTROL_ARM = -1;
export const HOLDOUT_ARM = -2;
/** A message after the decision: the winner's, or a push by weight if no variant won. */
export const ROLLOUT_ARM = -3;
/** The message waits for the decision, so its push is not chosen. Never in `device_send`. */
export const WAITING_ARM = -4;

/** The name of an arm in events: the number of the variant from 1, or a word; null: the push is not chosen yet. */
export const nameArm = (arm: number): string | null => {
  if (arm >= 0) return String(arm + 1);
  return NAMES.get(arm) ?? null;
};

const NAMES: ReadonlyMap<number, string> = new Map([
  [CONTROL_ARM, 'control'],
  [HOLDOUT_ARM, 'holdout'],
  [ROLLOUT_ARM, 'rollout'],
]);

/** The share of all units that each tested arm and the control group are meant to get at once; none is 0. */
export const intendedShares = ({
  variants,
  controlShare,
  testShare,
}: RunExperiment): { readonly arm: number; readonly weight: number }[] => {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  const tested = (1 - controlShare) * testShare;
  const ofVariants = variants.map(({ weight }, arm) => ({ arm, weight: (tested * weight) / total }));
  return [...ofVariants, { arm: CONTROL_ARM, weight: controlShare }].filter(({ weight }) => weight > 0);
};
