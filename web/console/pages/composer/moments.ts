import type { Timing } from './state.js';

/** A moment at which a campaign is sent. */
export interface ComingMoment {
  /** The local time, `YYYY-MM-DDTHH:MM`. */
  readonly local: string;
  /** The instant in milliseconds; for local time, that of the first zone. */
  readonly at: number;
  /** The instant of the last zone for local time; otherwise equal to `at`. */
  readonly lastAt: number;
  /** How a clock change affects it. Null if it does not. */
  readonly clockChange: 'SKIPPED' | 'REPEATED' | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The offsets of the first and the last time zone in which a day begins. */
const FIRST_OFFSET_MS = 14 * HOUR_MS;
const LAST_OFFSET_MS = -12 * HOUR_MS;
/** Five weekly moments, and one week more. */
const DAYS_AHEAD = 42;

/** The next moments after `now`. Empty for campaigns that follow an event, and for incomplete timing. */
export const nextMoments = (when: Timing, now: number, count = 5): readonly ComingMoment[] => {
  switch (when.kind) {
    case 'NOW':
      return [momentOf(localOf(nextMinute(now), 0), { ...when, localTime: false, timeZone: 'UTC' })];
    case 'ONCE':
      return when.date === '' || when.time === ''
        ? []
        : [momentOf(`${when.date}T${when.time}`, when)].filter(({ lastAt }) => lastAt > now);
    case 'WEEKLY':
      return weeklyMoments(when, now).slice(0, count);
    case 'AFTER_EVENT':
      return [];
  }
};

/** The next full minute that leaves enough time to save and activate the campaign. */
export const nextMinute = (now: number): number => Math.ceil((now + 10_000) / MINUTE_MS) * MINUTE_MS;

const weeklyMoments = (when: Timing, now: number): ComingMoment[] => {
  // Starts one day before today in UTC, because it may still be yesterday in the zone.
  const days = Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => now + (index - 1) * DAY_MS);
  const moments = days.flatMap((day) =>
    when.weekly
      .filter((entry) => entry.day === isoDayOf(day) && entry.time !== '')
      .map((entry) => momentOf(`${localOf(day, 0).slice(0, 10)}T${entry.time}`, when)),
  );
  return moments.filter(({ at }) => at > now).toSorted((one, other) => one.at - other.at);
};

const isoDayOf = (at: number): number => new Date(at).getUTCDay() || 7;

const momentOf = (local: string, { localTime, timeZone }: Timing): ComingMoment => {
  const wall = Date.parse(`${local}:00Z`);
  if (localTime) {
    return { local, at: wall - FIRST_OFFSET_MS, lastAt: wall - LAST_OFFSET_MS, clockChange: null };
  }
  const { at, clockChange } = toInstant(wall, timeZone);
  return { local, at, lastAt: at, clockChange };
};

/** A skipped time counts as the moment of the jump, and a repeated time as its first occurrence. */
const toInstant = (wall: number, timeZone: string): Pick<ComingMoment, 'at' | 'clockChange'> => {
  // The offset on that day is the one of the day before or of the day after.
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const found = [...new Set([wall - before, wall - after])]
    .filter((at) => at + offsetAt(at, timeZone) === wall)
    .toSorted((one, other) => one - other);
  const [first] = found;
  if (first === undefined) return { at: jumpBetween(wall - DAY_MS, wall + DAY_MS, timeZone), clockChange: 'SKIPPED' };
  return { at: first, clockChange: found.length > 1 ? 'REPEATED' : null };
};

/** The moment of a clock change: the first minute with the later offset. */
const jumpBetween = (from: number, to: number, timeZone: string): number => {
  const earlier = offsetAt(from, timeZone);
  let low = from;
  let high = to;
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(middle, timeZone) === earlier) low = middle;
    else high = middle;
  }
  return high;
};

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The offset of a zone from UTC, in milliseconds. */
const offsetAt = (at: number, timeZone: string): number => {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(timeZone, clock);
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
};

/** The local time at an offset from UTC, `YYYY-MM-DDTHH:MM`. */
const localOf = (at: number, offset: number): string => new Date(at + offset).toISOString().slice(0, 16);

/** The local time of a zone. */
export const wallClock = (at: number, timeZone: string): string => localOf(at, offsetAt(at, timeZone));
