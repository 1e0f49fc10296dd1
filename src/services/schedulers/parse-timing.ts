import { parseDelay } from '../../schedule/delay.js';
import type { Timing, WeeklySlot, ZoneRule } from '../../schedule/timing.js';
import { DAY, parseDate, parseTime } from '../../schedule/wall-clock.js';
import { allZones, canonicalZone, parseOffset } from '../../schedule/zones.js';
import { clip } from '../../text/characters.js';
import { didYouMean } from '../../text/did-you-mean.js';
import type { Violations } from '../rules/violations.js';
import type { SchedulerInput, TimingInput, WeeklyTimesInput } from './scheduler-input.js';

const MAX_TIMES = 10_080;
const MAX_GRACE_DAYS = 7;

/**
 * The one place where delays, dates, times and zones are parsed (docs/rules.md#when-they-send). If a rule is broken,
 * `violations` says so and the result is null or incomplete.
 */
export const parseTiming = (
  violations: Violations,
  { timing, allowIanaZone }: Pick<SchedulerInput, 'timing' | 'allowIanaZone'>,
): Timing | null => {
  switch (timing.kind) {
    case 'auto-push':
      return parseAutoPush(violations, timing);
    case 'one-time':
      return parseOneTime(violations, timing, allowIanaZone);
    case 'weekly':
      return parseWeekly(violations, timing, allowIanaZone);
  }
};

/** How late a moment may still be sent, in seconds; null and absent stay so. */
export const parseGrace = (violations: Violations, gracePeriod: string | null | undefined) => {
  if (gracePeriod === null || gracePeriod === undefined) return gracePeriod;
  const graceMs = gracePeriod === '' ? null : parseDelay(gracePeriod);
  if (graceMs !== null && graceMs <= MAX_GRACE_DAYS * DAY) return graceMs / 1000;
  violations.add(
    'grace_period',
    `\`grace_period\` must be days, hours and minutes such as "2h30m", at most ${MAX_GRACE_DAYS} days.`,
  );
  return null;
};

type InputOf<Kind extends TimingInput['kind']> = Extract<TimingInput, { kind: Kind }>;

const parseAutoPush = (violations: Violations, { delay }: InputOf<'auto-push'>): Timing | null => {
  const delayMs = parseDelay(delay);
  if (delayMs !== null) return { kind: 'auto-push', delay, delayMs };
  violations.add(
    'delay',
    '`delay` must be days, hours and minutes such as "1d2h30m", with at least one part and at most 365 days.',
  );
  return null;
};

const parseOneTime = (
  violations: Violations,
  { date, time, localTime, timezone }: InputOf<'one-time'>,
  allowIanaZone: boolean,
): Timing | null => {
  violations.check(
    parseDate(date) !== null,
    'date',
    '`date` must be a real date as YYYY-MM-DD, in the years 1000 to 9999.',
  );
  const minute = parseTime(time, allowIanaZone ? undefined : /^(\d\d)[-:](\d\d)$/);
  violations.check(minute !== null, 'time', `\`time\` must be a time of day as ${allowIanaZone ? 'HH:MM' : 'HH-MM'}.`);
  const zone = parseZone(violations, { localTime, timezone }, allowIanaZone);
  violations.check(
    localTime || timezone !== null,
    'timezone',
    `\`timezone\` is required when \`local_time\` is false: ${zoneForms(allowIanaZone)}.`,
    'REQUIRED',
  );
  return minute === null || zone === null ? null : { kind: 'one-time', date, minute, zone };
};

const parseWeekly = (
  violations: Violations,
  { timeSend, localTime, timezone }: InputOf<'weekly'>,
  allowIanaZone: boolean,
): Timing | null => {
  const slots = parseSlots(violations, timeSend);
  const named = localTime ? timezone : (timezone ?? '+00:00');
  const zone = parseZone(violations, { localTime, timezone: named }, allowIanaZone);
  return zone && { kind: 'weekly', slots, zone };
};

/** null if it was refused, or neither is given. */
const parseZone = (
  violations: Violations,
  { localTime, timezone }: { localTime: boolean; timezone: string | null },
  allowIanaZone: boolean,
): ZoneRule | null => {
  if (timezone === null) return localTime ? { kind: 'local' } : null;
  violations.check(!localTime, 'timezone', '`timezone` must be omitted when `local_time` is true.');
  const isKnown = parseOffset(timezone) !== null || (allowIanaZone && canonicalZone(timezone) !== null);
  if (isKnown) return { kind: 'fixed', zone: timezone };
  const hint = allowIanaZone ? didYouMean(timezone, allZones()) : '';
  violations.add('timezone', `\`timezone\` must be ${zoneForms(allowIanaZone)}.${hint}`);
  return null;
};

const zoneForms = (allowIanaZone: boolean): string =>
  `an offset from -12:00 to +14:00 as +HH:MM${allowIanaZone ? ' or an IANA time zone name' : ''}`;

const parseSlots = (violations: Violations, timeSend: readonly WeeklyTimesInput[]): WeeklySlot[] => {
  violations.check(timeSend.length > 0, 'time_send', '`time_send` must have at least one entry.', 'REQUIRED');
  const slots: WeeklySlot[] = [];
  const seen = new Set<string>();
  for (const [index, { day, times }] of timeSend.entries()) {
    const field = `time_send[${index}]`;
    violations.check(isDay(day), `${field}.day`, `\`${field}.day\` must be 1 (Monday) to 7 (Sunday).`);
    violations.check(times.length > 0, `${field}.times`, `\`${field}.times\` must have at least one time.`, 'REQUIRED');
    if (seen.size + times.length > MAX_TIMES) {
      violations.add('time_send', '`time_send` has too many times.', 'TOO_MANY');
      return slots;
    }
    for (const [place, time] of times.entries()) {
      const minute = parseSlotTime(violations, seen, { field: `${field}.times`, place, day, time });
      if (minute !== null && isDay(day)) slots.push({ day, minute });
    }
  }
  return slots;
};

const isDay = (day: number): day is WeeklySlot['day'] => Number.isInteger(day) && day >= 1 && day <= 7;

const parseSlotTime = (
  violations: Violations,
  seen: Set<string>,
  { field, place, day, time }: { field: string; place: number; day: number; time: string },
): number | null => {
  const minute = parseTime(time);
  violations.check(
    minute !== null,
    `${field}[${place}]`,
    `\`${field}\` has "${clip(time, 64)}", which is not a time of day as HH:MM.`,
  );
  const key = `${day} ${time}`;
  violations.check(
    !seen.has(key),
    `${field}[${place}]`,
    `\`time_send\` has day ${day} at ${clip(time, 64)} twice.`,
    'DUPLICATE',
  );
  seen.add(key);
  return minute;
};
