import { AppError } from '../errors.js';
import { DAY, MINUTE, parseDate, type Wall } from './wall-clock.js';
import { type Timeline, timelineOf } from './zone-timeline.js';

/** A wall-clock time without a zone. */
export interface LocalTime {
  /** `YYYY-MM-DD`, a real date. */
  readonly date: string;
  /** Minutes since 00:00, 0 to 1439. */
  readonly minute: number;
}

export interface LocalInstant {
  /** Epoch ms. */
  readonly instant: number;
  /** Whether the zone's clock shows this local time once, skips it, or shows it twice. */
  readonly note: 'exact' | 'skipped' | 'repeated';
}

/**
 * The instant (epoch ms) at which clocks in the zone show a local time (docs/rules.md#local-time): the first of two if
 * they are set back over it, and the instant of the jump if they skip it.
 * @param zone `+HH:MM` or an IANA name.
 */
export const localToInstant = (local: LocalTime, zone: string): number => explainLocal(local, zone).instant;

/** Works like `localToInstant`, and also says whether a clock change affects the local time. */
export const explainLocal = (local: LocalTime, zone: string): LocalInstant => {
  const wall = wallOf(local);
  return resolveWall(timelineOf(zone, wall - 2 * DAY, wall + 2 * DAY), wall);
};

/**
 * The first instant at which the zone's clock shows `wall` or later. That one rule covers clock changes of both
 * directions and any size: half an hour on Lord Howe, a whole day in Samoa. The timeline must cover a day around the
 * answer.
 */
export const resolveWall = ({ firstOffset, changes }: Timeline, wall: Wall): LocalInstant => {
  let start = Number.NEGATIVE_INFINITY;
  let offset = firstOffset;
  let next = 0;
  for (let change = changes[0]; change !== undefined; change = changes[++next]) {
    if (Math.max(start, wall - offset) < change.at) break;
    start = change.at;
    offset = change.offset;
  }
  if (wall - offset < start) return { instant: start, note: 'skipped' };
  const instant = wall - offset;
  return { instant, note: isShownAgain(changes, next, wall) ? 'repeated' : 'exact' };
};

/** Whether a stretch that begins with the change `first` or a later one also contains `wall`. */
const isShownAgain = (changes: Timeline['changes'], first: number, wall: Wall): boolean =>
  changes.some(({ at, offset }, index) => {
    const until = changes[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return index >= first && wall - offset >= at && wall - offset < until;
  });

/** The clock reading of a local time. Callers validate, so a time that does not exist is their mistake. */
export const wallOf = ({ date, minute }: LocalTime): Wall => {
  const midnight = parseDate(date);
  if (midnight === null || !Number.isInteger(minute) || minute < 0 || minute >= 24 * 60) {
    throw new AppError('INTERNAL', `"${date}", minute ${minute}, is not a local time and should have been refused.`);
  }
  return midnight + minute * MINUTE;
};
