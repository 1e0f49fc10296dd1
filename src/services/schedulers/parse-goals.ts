import { select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { type Goal, MAX_GOAL_WINDOW_S, MAX_GOALS } from '../../ports/goals.js';
import { clip, describeText, isPlainText } from '../../text/characters.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';

const MAX_NAME = 64;
const LEAST_WINDOW_S = 60;

/** Checks the goals of a scheduler; null and absent stay so. No goals are null. */
export const parseGoals = (
  violations: Violations,
  goals: readonly Goal[] | null | undefined,
): readonly Goal[] | null | undefined => {
  if (goals === null || goals === undefined) return goals;
  if (goals.length === 0) return null;
  violations.check(goals.length <= MAX_GOALS, 'goals', `A scheduler has at most ${MAX_GOALS} goals.`, 'TOO_MANY');
  const stored = goals
    .slice(0, MAX_GOALS)
    .map((goal, index) => ({ ...goal, name: checkGoal(violations, goal, `goals[${index}]`) }));
  const isDistinct = new Set(stored.map(({ name }) => name)).size === stored.length;
  violations.check(isDistinct, 'goals', 'Give each goal a unique name.');
  return stored;
};

/** Returns the name as it is stored. */
const checkGoal = (violations: Violations, { name, event, window, valueProperty }: Goal, at: string): string => {
  const isWindow = Number.isInteger(window) && window >= LEAST_WINDOW_S && window <= MAX_GOAL_WINDOW_S;
  violations.check(isWindow, `${at}.window`, `\`${at}.window\` must be between 1 minute and 30 days.`);
  const isProperty = valueProperty === null || isPlainText(valueProperty, MAX_NAME);
  const property = `\`${at}.value_property\` must be ${describeText(MAX_NAME)}.`;
  violations.check(isProperty, `${at}.value_property`, property);
  const install = 'Every device has installed the application before its first message; choose another event.';
  violations.check(event !== 'install', `${at}.event`, install);
  return checkName(violations, `${at}.name`, name.trim(), MAX_NAME);
};

/** @throws BAD_USER_INPUT for an event that the account does not have. */
export const checkGoalEvents = async (tx: Tx, userId: number, goals: readonly Goal[] | null | undefined) => {
  if (!goals) return;
  const codes = [...new Set(goals.map(({ event }) => event).filter(isCode))];
  const sql = `SELECT code FROM custom_event WHERE code IN ${inList(codes)} AND (user_id = ? OR user_id IS NULL)`;
  const known = new Set((await select<{ code: string }>(tx, sql, [...codes, userId])).map(({ code }) => code));
  const violations = new Violations();
  for (const [index, { event }] of goals.entries()) {
    const message = `There is no event "${clip(event, 64)}". Create it first.`;
    violations.check(known.has(event), `goals[${index}].event`, message, 'NOT_FOUND');
  }
  violations.throwIfAny();
};

/** MySQL does not compare non-ASCII letters with the code column. */
const isCode = (text: string): boolean => /^\w{1,64}$/.test(text);
