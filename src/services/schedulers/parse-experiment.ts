import type { Scheduler } from '../../entities/scheduler.js';
import { badInput } from '../../errors.js';
import { type Experiment, MAX_CONTROL_SHARE } from '../../ports/experiment.js';
import type { Violations } from '../rules/violations.js';

const MAX_DAYS = 30;
const MAX_SECONDS = MAX_DAYS * 86_400;
const MIN_SECONDS = 60;

/** Checks an experiment; null and absent stay so. */
export const parseExperiment = (
  violations: Violations,
  experiment: Experiment | null | undefined,
  { isAutoPush }: { isAutoPush: boolean },
): Experiment | null | undefined => {
  if (experiment === null || experiment === undefined) return experiment;
  const { controlShare, testShare, decideAfter, winner } = experiment;
  const check = (good: boolean, field: string, message: string): void =>
    violations.check(good, `experiment.${field}`, message);
  const isControl = controlShare >= 0 && controlShare <= MAX_CONTROL_SHARE;
  check(isControl, 'control_share', `\`experiment.control_share\` must be 0 to ${MAX_CONTROL_SHARE}.`);
  const isShare = testShare > 0 && testShare <= 1;
  check(isShare, 'test_share', '`experiment.test_share` must be above 0 and at most 1.');
  const isSeconds = decideAfter === null || (decideAfter >= MIN_SECONDS && decideAfter <= MAX_SECONDS);
  const range = `\`experiment.decide_after\` must be 1 minute to ${MAX_DAYS} days.`;
  check(isSeconds, 'decide_after', range);
  const isDecided = decideAfter !== null || (testShare === 1 && winner === 'NONE');
  const needed = '`experiment.decide_after` is required, unless everybody is tested and `winner` is NONE.';
  check(isDecided, 'decide_after', needed);
  const refused = 'Auto-push tests everybody, because its messages follow events; set `experiment.test_share` to 1.';
  violations.check(!isAutoPush || testShare === 1, 'experiment.test_share', refused, 'AUTO_PUSH');
  return experiment;
};

/** @throws BAD_USER_INPUT for a winner by conversions without a goal. */
export const requireGoal = ({ experiment, goals }: Pick<Scheduler, 'experiment' | 'goals'>): void => {
  if (experiment?.metric !== 'CONVERTED' || (goals ?? []).length > 0) return;
  throw badInput('experiment.metric', 'CONVERTED compares who reached the first goal; set a goal, or choose CLICKED.');
};
