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
  /** What the zone's clock does with this local time: shows it once, jumps over it, or shows it twice. */
  readonly note: 'exact' | 'skipped' | 'repeated';
}

/**
 * The instant (epoch ms) at which clocks in the zone show a local time (docs/rules.md#local-time): the first of two
 * where they are set back over it, and the very instant of the jump where they are set forward over it.
 * @param zone `+HH:MM` or an IANA name.
 */
export const localToInstant = (local: LocalTime, zone: string): number => explainLocal(local, zone).instant;

/** `localToInstant` that also says whether a clock change touched the local time. */
export const explainLocal = (local: LocalTime, zone: string): LocalInstant => {
  const wall = wallOf(local);
  return resolveWall(timelineOf(zone, wall - 2 * DAY, wall + 2 * DAY), wall);
};

/**
 * The first instant at which the zone's clock shows `wall` or later. That one rule covers both kinds of clock change,
 * of any size: half an hour on Lord Howe, a whole day in Samoa. The timeline must hold for a day around the answer.
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

/** Whether a stretch that begins with the change `first` or a later one also has `wall`. */
const isShownAgain = (changes: Timeline['changes'], first: number, wall: Wall): boolean =>
  changes.some(({ at, offset }, index) => {
    const until = changes[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return index >= first && wall - offset >= at && wall - offset < until;
  });

/** The clock reading of a local time; a time that does not exist is a mistake of the caller, who validates. */
export const wallOf = ({ date, minute }: LocalTime): Wall => {
  const midnight = parseDate(date);
  if (midnight === null || !Number.isInteger(minute) || minute < 0 || minute >= 24 * 60) {
    throw new AppError('INTERNAL', `"${date}", minute ${minute}, is no local time and should have been refused.`);
  }
  return midnight + minute * MINUTE;
};
