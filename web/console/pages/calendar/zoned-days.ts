/** A calendar day, `YYYY-MM-DD`. Arithmetic uses UTC, which has no clock changes. */
export type Day = string;

const DAY_MS = 86_400_000;

export const addDays = (day: Day, count: number): Day => toDay(Date.parse(day) + count * DAY_MS);

const toDay = (utc: number): Day => new Date(utc).toISOString().slice(0, 10);

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: Day): number => (new Date(day).getUTCDay() + 6) % 7;

export const startOfWeek = (day: Day): Day => addDays(day, -weekdayOf(day));

export const startOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

export const addMonths = (day: Day, count: number): Day => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return toDay(Date.UTC(year, month - 1 + count, 1));
};

/** The days that the calendar shows: a week, or the whole weeks that contain a month. */
export const daysOf = (view: 'week' | 'month', day: Day): readonly Day[] => {
  const first = startOfWeek(view === 'week' ? day : startOfMonth(day));
  const after = view === 'week' ? addDays(first, 7) : addMonths(day, 1);
  const days: Day[] = [];
  for (let next = first; next < after || weekdayOf(next) !== 0; next = addDays(next, 1)) days.push(next);
  return days;
};

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
};

/** The local time of a zone at an instant, encoded as if it were UTC. */
const wallClock = (instant: number, timeZone: string): number => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** The local day of a zone at an instant. */
export const dayIn = (at: string | number, timeZone: string): Day => toDay(wallClock(new Date(at).getTime(), timeZone));

/** The instant at which a day begins in a zone. */
export const startOfDay = (day: Day, timeZone: string): Date => {
  const wanted = Date.parse(day);
  const first = wanted - (wallClock(wanted, timeZone) - wanted);
  const second = wanted - (wallClock(first, timeZone) - first);
  // Clocks can skip midnight. Then the day begins at the jump, the later of the two.
  return new Date(wallClock(second, timeZone) < wanted ? first : second);
};

/** The minutes by which the clocks of a zone go forward during a day; almost always 0. */
export const clockShift = (day: Day, timeZone: string): number => {
  const length = startOfDay(addDays(day, 1), timeZone).getTime() - startOfDay(day, timeZone).getTime();
  return Math.round((DAY_MS - length) / 60_000);
};

/**
 * Groups moments by the day they begin on. Moments that began earlier and have waves to come are on the first day;
 * moments that ended earlier are dropped.
 */
export const groupByDay = <Moment extends { readonly at: string; readonly lastAt: string }>(
  moments: readonly Moment[],
  timeZone: string,
  first: Day,
): ReadonlyMap<Day, readonly Moment[]> => {
  const byDay = new Map<Day, Moment[]>();
  for (const moment of moments) {
    if (dayIn(moment.lastAt, timeZone) < first) continue;
    const begins = dayIn(moment.at, timeZone);
    const day = begins < first ? first : begins;
    byDay.set(day, [...(byDay.get(day) ?? []), moment]);
  }
  return byDay;
};
