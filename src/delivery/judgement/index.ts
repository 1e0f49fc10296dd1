import type { DropOutcome } from '../../entities/outcome.js';
import { type RuleCode, registerRuleTexts } from '../../providers/codes.js';
import { bestHour } from './best-hour.js';
import { deadToken } from './dead-token.js';
import { expired } from './expired.js';
import { frequencyCap } from './frequency-cap.js';
import { holdout } from './holdout.js';
import { optedOut } from './opted-out.js';
import { quietHours } from './quiet-hours.js';
import { render } from './render.js';
import { retired } from './retired.js';
import type { JudgementRule } from './rule.js';
import { variant } from './variant.js';

/**
 * The rules in the order of evaluation, rules for whole pages first. The first rule that does not let a pair pass
 * decides.
 */
export const RULES: readonly JudgementRule[] = [
  retired,
  optedOut,
  holdout,
  variant,
  bestHour,
  quietHours,
  frequencyCap,
  deadToken,
  expired,
  render,
];

/** The outcomes that single rules add. */
export const DROP_OUTCOMES = RULES.flatMap(({ name: rule, outcomes = {} }) =>
  Object.entries(outcomes).map(([outcome, definition]) => ({ outcome: outcome as DropOutcome, rule, ...definition })),
);

/** The codes that belong to a single rule. */
export const RULE_CODES = RULES.flatMap(({ name: rule, texts = {} }) =>
  Object.entries(texts).map(([code, text]) => ({ code: code as RuleCode, rule, text })),
);

registerRuleTexts(RULE_CODES.map(({ code, text }) => [code, text]));
