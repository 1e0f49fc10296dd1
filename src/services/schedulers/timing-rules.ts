import { parseDelay } from '../../schedule/delay.js';
import { parseDate } from '../../schedule/wall-clock.js';
import { allZones, canonicalZone, parseOffset } from '../../schedule/zones.js';
import { clip } from '../../text/characters.js';
import { didYouMean } from '../../text/did-you-mean.js';
import type { Violations } from '../rules/violations.js';
import type { TimingInput } from './scheduler-input.js';

const MAX_TIMES = 10_080;

/** Delay, date, time, zone and weekly times (docs/rules.md#when-they-send). */
export const checkTiming = (violations: Violations, timing: TimingInput, allowIanaZone: boolean): void => {
  switch (timing.kind) {
    case 'conversion':
      violations.check(
        parseDelay(timing.delay ?? '') !== null,
        'delay',
        '`delay` must be days, hours and minutes such as "1d2h30m", with at least one part and at most 365 days.',
      );
      return;
    case 'onesend':
      violations.check(
        parseDate(timing.date) !== null,
        'date',
        '`date` must be a real date as YYYY-MM-DD, in the years 1000 to 9999.',
      );
      violations.check(
        parseTime(timing.time, allowIanaZone ? undefined : /^(\d\d)[-:](\d\d)$/) !== null,
        'time',
        `\`time\` must be a time of day as ${allowIanaZone ? 'HH:MM' : 'HH-MM'}.`,
      );
      checkZone(violations, timing, allowIanaZone);
      violations.check(
        timing.localTime || timing.timezone !== null,
        'timezone',
        '`timezone` is required when `local_time` is false, as +HH:MM from -12:00 to +14:00.',
        'REQUIRED',
      );
      return;
    case 'smartweekly':
      checkWeekly(violations, timing.timeSend);
      checkZone(violations, timing, allowIanaZone);
  }
};

/** Minutes after midnight, or null. */
export const parseTime = (text: string, pattern = /^(\d\d):(\d\d)$/): number | null => {
  const match = pattern.exec(text);
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
};

/** Minutes after midnight as `HH:MM`, or with another separator. */
export const formatTime = (minute: number, separator = ':'): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(separator);

const checkZone = (
  violations: Violations,
  timing: { localTime: boolean; timezone: string | null },
  allowIanaZone: boolean,
): void => {
  const { localTime, timezone } = timing;
  if (timezone === null) return;
  violations.check(!localTime, 'timezone', '`timezone` must be omitted when `local_time` is true.');
  const known = parseOffset(timezone) !== null || (allowIanaZone && canonicalZone(timezone) !== null);
  if (known) return;
  const also = allowIanaZone ? ' or an IANA time zone name' : '';
  const hint = allowIanaZone ? didYouMean(timezone, allZones()) : '';
  violations.add('timezone', `\`timezone\` must be an offset from -12:00 to +14:00 as +HH:MM${also}.${hint}`);
};

const checkWeekly = (violations: Violations, timeSend: readonly { day: number; times: readonly string[] }[]): void => {
  violations.check(timeSend.length > 0, 'time_send', '`time_send` must have at least one entry.', 'REQUIRED');
  const seen = new Set<string>();
  for (const [index, { day, times }] of timeSend.entries()) {
    const field = `time_send[${index}]`;
    violations.check(
      Number.isInteger(day) && day >= 1 && day <= 7,
      `${field}.day`,
      `\`${field}.day\` must be 1 (Monday) to 7 (Sunday).`,
    );
    violations.check(times.length > 0, `${field}.times`, `\`${field}.times\` must have at least one time.`, 'REQUIRED');
    if (seen.size + times.length > MAX_TIMES) {
      violations.add('time_send', '`time_send` has too many times.', 'TOO_MANY');
      return;
    }
    for (const [place, time] of times.entries()) {
      checkSlot(violations, seen, { field: `${field}.times`, place, day, time });
    }
  }
};

const checkSlot = (
  violations: Violations,
  seen: Set<string>,
  slot: { field: string; place: number; day: number; time: string },
): void => {
  violations.check(
    parseTime(slot.time) !== null,
    `${slot.field}[${slot.place}]`,
    `\`${slot.field}\` has "${clip(slot.time, 64)}", which is not a time of day as HH:MM.`,
  );
  const key = `${slot.day} ${slot.time}`;
  violations.check(
    !seen.has(key),
    `${slot.field}[${slot.place}]`,
    `\`time_send\` has day ${slot.day} at ${clip(slot.time, 64)} twice.`,
    'DUPLICATE',
  );
  seen.add(key);
};
