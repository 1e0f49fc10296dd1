import { badInput } from '../../errors.js';
import { resolveWall } from '../../schedule/local-to-instant.js';
import { DAY, HOUR, type Wall } from '../../schedule/wall-clock.js';
import { offsetAt, type Timeline, timelineOf } from '../../schedule/zone-timeline.js';

/** Three years and a few days, as long as runs are kept. */
export const MAX_PERIOD_DAYS = 1_100;

export interface ReportPeriod {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** `+HH:MM` or an IANA name. */
  readonly timeZone: string;
}

/** @throws BAD_USER_INPUT for an empty or too long period. */
export const checkPeriod = ({ from, to }: ReportPeriod): void => {
  if (from >= to) throw badInput('period', '`from` must be before `to`.');
  // From summer to winter, the same number of days has one hour more.
  if (to.getTime() - from.getTime() <= MAX_PERIOD_DAYS * DAY + HOUR) return;
  const message = `\`from\` and \`to\` are more than ${MAX_PERIOD_DAYS} days apart; request a shorter period.`;
  throw badInput('period', message, 'TOO_MANY');
};

/**
 * The period of equal length on the clock that ends where this one begins: before a whole week comes a whole week, even
 * if the clocks change.
 */
export const periodBefore = (period: ReportPeriod): ReportPeriod => {
  const from = period.from.getTime();
  const length = period.to.getTime() - from;
  const timeline = timelineOf(period.timeZone, from - length - 3 * DAY, from + length + 3 * DAY);
  const wallAt = (instant: number): Wall => instant + offsetAt(timeline, instant);
  const start = resolveWall(timeline, 2 * wallAt(from) - wallAt(period.to.getTime())).instant;
  // A clock that is set back shows one reading twice, so the start could fall on the end of a very short period.
  return { ...period, from: new Date(Math.min(start, from - 1)), to: period.from };
};

/** The timeline of a period with a margin for days that it touches. */
export const timelineIn = ({ from, to, timeZone }: ReportPeriod): Timeline =>
  timelineOf(timeZone, from.getTime() - 2 * DAY, to.getTime() + 2 * DAY);

/** Midnight at the start of the period's first day, on the zone's clock. */
export const firstDayOf = (period: ReportPeriod): Wall => {
  const from = period.from.getTime();
  return Math.floor((from + offsetAt(timelineIn(period), from)) / DAY) * DAY;
};

/** SQL for midnight at the start of an instant's day, on the zone's clock (epoch ms of the reading). */
export const dayOf = (column: string, { firstOffset, changes }: Timeline): string => {
  const steps = changes.toReversed().map(({ at, offset }) => `WHEN ${column} >= ${at} THEN ${offset}`);
  const offset = steps.length === 0 ? String(firstOffset) : `CASE ${steps.join(' ')} ELSE ${firstOffset} END`;
  const wall = `(${column} + (${offset}))`;
  return `${wall} - ${wall} % ${DAY}`;
};
