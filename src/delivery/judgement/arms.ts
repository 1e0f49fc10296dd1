import { shareOfUnit } from '../../crypto/share-of-unit.js';
import type { Run } from '../../entities/run.js';
import { CONTROL_ARM, ROLLOUT_ARM, type RunExperiment, type Variant, WAITING_ARM } from '../../ports/experiment.js';

/** The salt that a scheduler's experiment has in each of its runs. */
export const saltOf = (schedulerId: number): string => `variants.${schedulerId}`;

/** The decision about an experiment. `winner` is the index of a variant; null: no variant won. */
export type Decision = Pick<Run, 'winner'>;

/** How many messages each device gets. */
export const pushesEach = ({ experiment }: Pick<Run, 'experiment'>, pushes: readonly unknown[]): number =>
  experiment ? Math.min(1, pushes.length) : pushes.length;

/** Whether the run began once the decision was due: then the winner goes to everybody but the control group. */
export const isAfterDecision = ({ dueAt, createdAt, decidedAt, experiment }: Begun): boolean =>
  (experiment !== null && experiment.decideAt !== null && dueAt.getTime() >= experiment.decideAt) ||
  (decidedAt !== null && decidedAt.getTime() <= createdAt.getTime());

type Begun = Pick<Run, 'dueAt' | 'createdAt' | 'decidedAt' | 'experiment'>;

/** The arm and push of a user, or of a device without one. */
export interface Assignment {
  /** The index of a variant, or an `…_ARM`. */
  readonly arm: number;
  /** The push of the arm. Counts of the control group and of waiting messages name the first push. */
  readonly pushId: number;
}

/**
 * Divides 0 to 1 into the control group, the tested variants by weight, and the rest. It depends on nothing else, so
 * a user has one arm on all devices, in all runs and in every process.
 */
export const armOf = (experiment: RunExperiment, unit: string | number): number => {
  const place = placeOf(experiment, unit);
  if (place < 0) return CONTROL_ARM;
  const { variants, testShare } = experiment;
  return place < testShare ? byWeight(variants, place / testShare) : WAITING_ARM;
};

/**
 * @param decision null: nothing is decided yet.
 * @param isLater `isAfterDecision` of the run.
 */
export const assign = (
  experiment: RunExperiment,
  unit: string | number,
  { decision, isLater }: { decision: Decision | null; isLater: boolean },
): Assignment => {
  const { variants } = experiment;
  const arm = armOf(experiment, unit);
  const to = (given: number, index: number): Assignment => ({ arm: given, pushId: variants[index]?.pushId ?? 0 });
  if (arm === CONTROL_ARM) return to(arm, 0);
  if (decision && decision.winner !== null && (isLater || arm === WAITING_ARM)) return to(ROLLOUT_ARM, decision.winner);
  if (isLater && !decision) return to(WAITING_ARM, 0);
  if (arm !== WAITING_ARM) return to(arm, arm);
  return decision ? to(ROLLOUT_ARM, restOf(experiment, unit)) : to(arm, 0);
};

/** The variant for a user of the rest if no variant won. */
const restOf = (experiment: RunExperiment, unit: string | number): number => {
  const { variants, testShare } = experiment;
  return byWeight(variants, (placeOf(experiment, unit) - testShare) / (1 - testShare));
};

/** Places the user among the users outside the control group; inside it, the place is negative. */
export const placeOf = ({ salt, controlShare }: RunExperiment, unit: string | number): number =>
  (shareOfUnit(salt, unit) - controlShare) / (1 - controlShare);

const byWeight = (variants: readonly Variant[], share: number): number => {
  let left = share * variants.reduce((sum, { weight }) => sum + weight, 0);
  const index = variants.findIndex(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return index === -1 ? variants.length - 1 : index;
};
