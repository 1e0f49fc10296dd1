import { type Experiment, MAX_CONTROL_SHARE } from '../../ports/experiment.js';
import type { Goal } from '../../ports/goals.js';
import type { Violations } from '../rules/violations.js';

const MAX_DAYS = 30;
const MAX_SECONDS = MAX_DAYS * 86_400;
const MIN_SECONDS = 60;

/** Checks an experiment; null and absent stay so. @param goals absent: those of the scheduler stay. */
export const parseExperiment = (
  violations: Violations,
  experiment: Experiment | null | undefined,
  { isAutoPush, goals }: { readonly isAutoPush: boolean; readonly goals: readonly Goal[] | null | undefined },
): Experiment | null | undefined => {
  if (experiment === null || experiment === undefined) return experiment;
  const { controlShare, testShare, decideAfter, metric, winner } = experiment;
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
  const aimless = 'CONVERTED compares who reached the first goal; set a goal, or choose CLICKED.';
  check(metric !== 'CONVERTED' || goals === undefined || (goals ?? []).length > 0, 'metric', aimless);
  const refused = 'Auto-push tests everybody, because its messages follow events; set `experiment.test_share` to 1.';
  violations.check(!isAutoPush || testShare === 1, 'experiment.test_share', refused, 'AUTO_PUSH');
  return experiment;
};
