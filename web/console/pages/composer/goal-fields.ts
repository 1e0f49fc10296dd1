import type { GoalInput, GoalPartsFragment } from '../../graph/generated/graphql.js';
import { numberOf } from './speed-fields.js';

/** A goal as it is edited. */
export interface GoalFields {
  readonly name: string;
  /** The code of the event; empty until it is chosen. */
  readonly event: string;
  /** Days after a message in which the event counts, as they are typed. */
  readonly days: string;
  /** The key of a number in the event's data; empty: the goal has no value. */
  readonly valueProperty: string;
}

export const MAX_GOALS = 4;
export const MAX_GOAL_DAYS = 30;
const DAY_S = 86_400;
const LEAST_S = 60;

export const NEW_GOAL: GoalFields = { name: '', event: '', days: '7', valueProperty: '' };

export const isWindowWrong = ({ days }: GoalFields): boolean => {
  const seconds = Math.round(numberOf(days) * DAY_S);
  return !(seconds >= LEAST_S && seconds <= MAX_GOAL_DAYS * DAY_S);
};

export const isGoalWrong = (goal: GoalFields): boolean =>
  goal.name.trim() === '' || goal.event === '' || isWindowWrong(goal);

export const areGoalsWrong = (goals: readonly GoalFields[]): boolean =>
  goals.some(isGoalWrong) || new Set(goals.map(({ name }) => name.trim())).size < goals.length;

export const toGoalInputs = (goals: readonly GoalFields[]): GoalInput[] | null =>
  goals.length === 0
    ? null
    : goals.map(({ name, event, days, valueProperty }) => ({
        name: name.trim(),
        event,
        window: Math.round(numberOf(days) * DAY_S),
        valueProperty: valueProperty.trim() || null,
      }));

export const toGoalFields = (saved: readonly GoalPartsFragment[] | null): readonly GoalFields[] =>
  (saved ?? []).map(({ name, event, window, valueProperty }) => ({
    name,
    event,
    days: String(Number((window / DAY_S).toPrecision(12))),
    valueProperty: valueProperty ?? '',
  }));
