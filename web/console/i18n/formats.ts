/** Dates and numbers as the reader's locale writes them. Dates are ISO texts or milliseconds. */
export interface Formats {
  number(value: number): string;
  /** 12,345 as 12.3K. */
  compact(value: number): string;
  /** 0 to 1 as a percentage. */
  percent(share: number): string;
  date(at: Moment): string;
  time(at: Moment): string;
  timeWithSeconds(at: Moment): string;
  /** By the clocks of a zone. */
  timeIn(at: Moment, timeZone: string): string;
  /** A day `YYYY-MM-DD`, whatever the zone of the reader: "Mon, 23 Nov". */
  dayOfMonth(day: string): string;
  /** The same with its year: "Mon, 23 Nov 2026". */
  fullDay(day: string): string;
  /** "23 Nov" */
  shortDay(day: string | number): string;
  shortWeekday(day: string): string;
  /** The month of a day: "November 2026". */
  month(day: string): string;
  dateTime(at: Moment): string;
  /** With the weekday, and the zone if one is given. */
  fullDateTime(at: Moment, timeZone?: string): string;
  weekday(at: Moment, timeZone?: string): string;
  /** "in 3 hours", and from a day on by the calendar of the reader: "tomorrow", "2 days ago". */
  relative(at: Moment, now?: number): string;
  /** Seconds as "2 min 10 s". */
  duration(seconds: number): string;
  /** "1 day 30 min" */
  delay(parts: { readonly days: number; readonly hours: number; readonly minutes: number }): string;
  list(items: readonly string[]): string;
  /** "German" of `de`. */
  language(tag: string): string;
  /** "Germany" of `DE`. */
  country(code: string): string;
}

export type Moment = string | number | Date;

const DAY_MS = 86_400_000;

/** The coarse ones only from twice their size on: before, days say more. */
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number, from?: number])[] = [
  ['year', 365.25 * DAY_MS, 730 * DAY_MS],
  ['month', 30.44 * DAY_MS, 61 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Made when first asked for: a page needs but a few, and each takes the browser a millisecond. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export const createFormats = (locale: string): Formats => {
  const number = once(() => new Intl.NumberFormat(locale));
  const compact = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }));
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
  const date = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
  const time = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
  const timeWithSeconds = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }));
  const dayOfMonth = once(
    () =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      }),
  );
  const fullDay = once(
    () =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      }),
  );
  const shortDay = once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }));
  const shortWeekday = once(() => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }));
  const month = once(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }));
  const dateTime = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const list = once(() => new Intl.ListFormat(locale));
  const languages = once(() => new Intl.DisplayNames(locale, { type: 'language' }));
  const countries = once(() => new Intl.DisplayNames(locale, { type: 'region' }));
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  return {
    number: (value) => number().format(value),
    compact: (value) => compact().format(value),
    percent: (share) => percent().format(share),
    date: (at) => date().format(new Date(at)),
    time: (at) => time().format(new Date(at)),
    timeWithSeconds: (at) => timeWithSeconds().format(new Date(at)),
    timeIn: (at, timeZone) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(at)),
    dayOfMonth: (day) => dayOfMonth().format(new Date(day)),
    fullDay: (day) => fullDay().format(new Date(day)),
    shortDay: (day) => shortDay().format(new Date(day)),
    shortWeekday: (day) => shortWeekday().format(new Date(day)),
    month: (day) => month().format(new Date(day)),
    dateTime: (at) => dateTime().format(new Date(at)),
    fullDateTime: (at, timeZone) =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        ...(timeZone === undefined ? {} : { timeZone }),
      }).format(new Date(at)),
    weekday: (at, timeZone) =>
      new Intl.DateTimeFormat(locale, { weekday: 'long', ...(timeZone === undefined ? {} : { timeZone }) }).format(
        new Date(at),
      ),
    relative: (at, now = Date.now()) => {
      const difference = new Date(at).getTime() - now;
      const [name, size] =
        STEPS.find(([, step, from = step]) => Math.abs(difference) >= from) ?? (['minute', 60_000] as const);
      // Of hours alone, Wednesday morning would be "tomorrow" on Monday evening.
      if (name === 'day') return relative().format(calendarDay(at) - calendarDay(now), name);
      return relative().format(Math.round(difference / size), name);
    },
    duration: (seconds) => toDuration(Math.max(0, Math.round(seconds)), unit),
    delay: ({ days, hours, minutes }) =>
      (
        [
          [days, 'day'],
          [hours, 'hour'],
          [minutes, 'minute'],
        ] as const
      )
        .flatMap(([value, name]) => (value > 0 ? [unit(value, name)] : []))
        .join(' '),
    list: (items) => list().format(items),
    language: (tag) => languages().of(tag) ?? tag,
    country: (code) => countries().of(code) ?? code,
  };
};

/** Days by the clocks of the reader, counted in UTC, which has no changes of clocks. */
const calendarDay = (at: Moment): number => {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
};

const toDuration = (seconds: number, unit: (value: number, name: string) => string): string => {
  if (seconds < 60) return unit(seconds, 'second');
  if (seconds < 600) return `${unit(Math.floor(seconds / 60), 'minute')} ${unit(seconds % 60, 'second')}`;
  // Rounded before it is split: no hour has 60 minutes in it.
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unit(minutes, 'minute');
  return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`;
};
