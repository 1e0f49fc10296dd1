import {
  type ClockChange,
  type DayOfYear,
  daysOf,
  weekdayOf,
  type YearlyChanges,
  ZoneDataError,
} from './zone-history.js';

/**
 * The rules of a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`, the footer of a TZif file (RFC 9636, section
 * 3.3).
 */
export interface PosixRules {
  /** Seconds east of UTC, in standard time. */
  readonly offset: number;
  /** null if clocks never change. */
  readonly yearly: YearlyChanges | null;
}

const CLOCK = /^(?:[A-Za-z]{3,10}|<[A-Za-z0-9+-]{3,10}>)([+-]?\d{1,2}(?::\d\d){0,2})?/;
const RULE = /^([^/]{1,10})(?:\/([+-]?\d{1,3}(?::\d\d){0,2}))?$/;
const MAX_LENGTH = 100;

/** @throws ZoneDataError if it is malformed, or has daylight saving time without its dates. */
export const parsePosixTz = (text: string): PosixRules => {
  const [clocks = '', ...rules] = text.slice(0, MAX_LENGTH).split(',');
  const [standard = '', standardOffset] = CLOCK.exec(clocks) ?? [];
  const [daylight = '', daylightOffset] = CLOCK.exec(clocks.slice(standard.length)) ?? [];
  const [starts, ends] = rules.map(parseRule);
  const isWhole = standard.length + daylight.length === clocks.length && rules.length === (daylight ? 2 : 0);
  if (standardOffset === undefined || !isWhole || text.length > MAX_LENGTH) throw refuse(text);
  // POSIX counts west as positive.
  const offset = 0 - parseTime(standardOffset);
  if (starts === undefined || ends === undefined) return { offset, yearly: null };
  const saving = daylightOffset === undefined ? offset + 3_600 : 0 - parseTime(daylightOffset);
  const yearly = (year: number): ClockChange[] =>
    [
      { at: starts.day(year) * 86_400 + starts.time - offset, offset: saving },
      { at: ends.day(year) * 86_400 + ends.time - saving, offset },
    ].sort((one, other) => one.at - other.at);
  return { offset, yearly };
};

const refuse = (text: string): ZoneDataError =>
  new ZoneDataError(`its footer ${JSON.stringify(text.slice(0, MAX_LENGTH))} is no rule for clocks`);

const parseRule = (text: string): { readonly day: DayOfYear; readonly time: number } => {
  const [, day, time = '2'] = RULE.exec(text) ?? [];
  if (day === undefined) throw refuse(text);
  return { day: parseDay(day), time: parseTime(time) };
};

/** `-1:30:00` in seconds. */
const parseTime = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  const size = hours * 3_600 + minutes * 60 + seconds;
  if (hours > 167 || minutes > 59 || seconds > 59) throw refuse(text);
  return text.startsWith('-') ? -size : size;
};

const parseDay = (text: string): DayOfYear => {
  const [, month = 0, week = 0, weekday = 0] = /^M(\d{1,2})\.(\d)\.(\d)$/.exec(text)?.map(Number) ?? [];
  if (month >= 1 && month <= 12 && week >= 1 && week <= 5 && weekday <= 6) return weekdayOfMonth(month, week, weekday);
  const [, julian, day] = /^(J?)(\d{1,3})$/.exec(text) ?? [];
  const number = Number(day);
  // `J60` is always 1 March; `59` is 29 February in leap years.
  if (julian === 'J' && number >= 1 && number <= 365) {
    return (year) => daysOf(year, 1, number) + (number >= 60 && isLeap(year) ? 1 : 0);
  }
  if (julian === '' && number <= 365) return (year) => daysOf(year, 1, number + 1);
  throw refuse(text);
};

/** Week 5 means the last one. */
const weekdayOfMonth =
  (month: number, week: number, weekday: number): DayOfYear =>
  (year) => {
    const first = daysOf(year, month, 1);
    const found = first + ((weekday - weekdayOf(first) + 7) % 7) + (week - 1) * 7;
    return found < daysOf(year, month + 1, 1) ? found : found - 7;
  };

const isLeap = (year: number): boolean => daysOf(year, 3, 1) - daysOf(year, 2, 1) === 29;
