/** Formats dates and numbers for the reader's locale. Dates are ISO texts or milliseconds. */
export interface Formats {
  number(value: number): string;
  /** 12,345 as 12.3K. */
  compact(value: number): string;
  /** 0 to 1 as a percentage. */
  percent(share: number): string;
  date(at: Moment): string;
  time(at: Moment): string;
  timeWithSeconds(at: Moment): string;
  /** The time in a time zone. */
  timeIn(at: Moment, timeZone: string): string;
  /** A day `YYYY-MM-DD`, the same in every time zone: "Mon, 23 Nov". */
  dayOfMonth(day: string): string;
  /** Adds the year to `dayOfMonth`: "Mon, 23 Nov 2026". */
  fullDay(day: string): string;
  /** "23 Nov" */
  shortDay(day: string | number): string;
  shortWeekday(day: string): string;
  /** The month of a day: "November 2026". */
  month(day: string): string;
  dateTime(at: Moment): string;
  /** Includes the weekday, and uses the given time zone. */
  fullDateTime(at: Moment, timeZone?: string): string;
  weekday(at: Moment, timeZone?: string): string;
  /** "in 3 hours"; from one day on, by the reader's calendar: "tomorrow", "2 days ago". */
  relative(at: Moment, now?: number): string;
  /** Seconds as "2 min 10 s". */
  duration(seconds: number): string;
  /** "1 day 30 min" */
  delay(delay: Delay): string;
  list(items: readonly string[]): string;
  /** "German" of `de`. */
  language(tag: string): string;
  /** "Germany" of `DE`. */
  country(code: string): string;
}

export type Moment = string | number | Date;

interface Delay {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

const DAY_MS = 86_400_000;

/** Units of relative times. Years and months begin at twice their length; below that, days are more precise. */
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number, from?: number])[] = [
  ['year', 365.25 * DAY_MS, 730 * DAY_MS],
  ['month', 30.44 * DAY_MS, 61 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Creates a formatter on first use: each costs the browser about a millisecond, and a page needs only a few. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export const createFormats = (locale: string): Formats => ({ ...createDates(locale), ...createNumbers(locale) });

const DAY_AND_MONTH = { weekday: 'short', day: 'numeric', month: 'short' } as const;

const createDates = (locale: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = once(() => new Intl.DateTimeFormat(locale, options));
    return (at: Moment): string => formatter().format(new Date(at));
  };
  const formatIn = (options: Intl.DateTimeFormatOptions, at: Moment, timeZone: string | undefined): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(at));
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  return {
    date: format({ dateStyle: 'medium' }),
    time: format({ timeStyle: 'short' }),
    timeWithSeconds: format({ timeStyle: 'medium' }),
    timeIn: (at: Moment, timeZone: string) => formatIn({ timeStyle: 'short' }, at, timeZone),
    dayOfMonth: format({ ...DAY_AND_MONTH, timeZone: 'UTC' }),
    fullDay: format({ ...DAY_AND_MONTH, year: 'numeric', timeZone: 'UTC' }),
    shortDay: format({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
    shortWeekday: format({ weekday: 'short', timeZone: 'UTC' }),
    month: format({ month: 'long', year: 'numeric', timeZone: 'UTC' }),
    dateTime: format({ dateStyle: 'medium', timeStyle: 'short' }),
    fullDateTime: (at: Moment, timeZone?: string) =>
      formatIn({ ...DAY_AND_MONTH, year: 'numeric', hour: 'numeric', minute: '2-digit' }, at, timeZone),
    weekday: (at: Moment, timeZone?: string) => formatIn({ weekday: 'long' }, at, timeZone),
    relative: (at: Moment, now = Date.now()) => {
      const difference = new Date(at).getTime() - now;
      const [name, size] =
        STEPS.find(([, step, from = step]) => Math.abs(difference) >= from) ?? (['minute', 60_000] as const);
      // Counted in hours, Wednesday morning would be "tomorrow" on Monday evening.
      if (name === 'day') return relative().format(calendarDay(at) - calendarDay(now), name);
      return relative().format(Math.round(difference / size), name);
    },
  };
};

const createNumbers = (locale: string) => {
  const number = once(() => new Intl.NumberFormat(locale));
  const compact = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }));
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
  const list = once(() => new Intl.ListFormat(locale));
  const languages = once(() => new Intl.DisplayNames(locale, { type: 'language' }));
  const countries = once(() => new Intl.DisplayNames(locale, { type: 'region' }));
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  return {
    number: (value: number) => number().format(value),
    compact: (value: number) => compact().format(value),
    percent: (share: number) => percent().format(share),
    duration: (seconds: number) => toDuration(Math.max(0, Math.round(seconds)), unit),
    delay: ({ days, hours, minutes }: Delay) =>
      [days > 0 && unit(days, 'day'), hours > 0 && unit(hours, 'hour'), minutes > 0 && unit(minutes, 'minute')]
        .filter((part) => part !== false)
        .join(' '),
    list: (items: readonly string[]) => list().format(items),
    language: (tag: string) => languages().of(tag) ?? tag,
    country: (code: string) => countries().of(code) ?? code,
  };
};

/** Days by the reader's clock, counted in UTC, which has no clock changes. */
const calendarDay = (at: Moment): number => {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
};

const toDuration = (seconds: number, unit: (value: number, name: string) => string): string => {
  if (seconds < 60) return unit(seconds, 'second');
  if (seconds < 600) return `${unit(Math.floor(seconds / 60), 'minute')} ${unit(seconds % 60, 'second')}`;
  // Rounding before the split avoids "1 hr 60 min".
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unit(minutes, 'minute');
  return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`;
};
