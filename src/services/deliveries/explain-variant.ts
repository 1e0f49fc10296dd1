import { type Assignment, assign, isAfterDecision, placeOf } from '../../delivery/judgement/arms.js';
import { CONTROL_ARM, ROLLOUT_ARM, WAITING_ARM } from '../../ports/experiment.js';
import type { TraceFacts } from './load-trace-facts.js';
import { instantText, type TraceStep, traceStep } from './trace-step.js';

type Facts = Pick<TraceFacts, 'run' | 'device'>;

/** The variant of the device's present user; null: the run has no experiment. */
export const assignmentOf = ({ run, device }: Facts): Assignment | null => {
  const { experiment, decidedAt, winner } = run;
  if (!experiment) return null;
  const decision = decidedAt === null ? null : { winner };
  return assign(experiment, unitOf(device), { decision, isLater: isAfterDecision(run) });
};

const unitOf = ({ externalUserId, id }: TraceFacts['device']): string | number => externalUserId ?? id;

/** Names the variant of the user, and where the user lies between 0 and 1. */
export const explainVariant = ({ run, device }: Facts): TraceStep[] => {
  const given = assignmentOf({ run, device });
  if (!run.experiment || !given) return [];
  const { experiment } = run;
  const place = Math.round(placeOf(experiment, unitOf(device)) * 10_000) / 10_000;
  const number = experiment.variants.findIndex(({ pushId }) => pushId === given.pushId) + 1;
  const about = { step: 'variant', asOfNow: true } as const;
  const values = { variant: number, push: given.pushId, place };
  switch (given.arm) {
    case CONTROL_ARM: {
      const share = experiment.controlShare;
      return [traceStep({ ...about, verdict: 'note', code: 'VARIANT_CONTROL', values: { place, share } })];
    }
    case WAITING_ARM: {
      const decideAt = instantText(new Date(experiment.decideAt ?? 0));
      return [traceStep({ ...about, verdict: 'note', code: 'VARIANT_WAITS', values: { place, decideAt } })];
    }
    case ROLLOUT_ARM:
      return [traceStep({ ...about, verdict: 'passed', pushId: given.pushId, code: 'VARIANT_AFTER_DECISION', values })];
    default:
      return [traceStep({ ...about, verdict: 'passed', pushId: given.pushId, code: 'VARIANT_TESTED', values })];
  }
};
