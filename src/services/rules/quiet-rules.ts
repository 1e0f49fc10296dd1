import { type QuietSetting, type QuietWindow, WEEKDAYS } from '../../ports/quiet-hours.js';
import { parseDelay } from '../../schedule/delay.js';
import { HOUR, parseTime } from '../../schedule/wall-clock.js';
import type { Violations } from './violations.js';

/** Quiet hours as a door passes them on. Everything but `off` is absent if they are off. */
export interface QuietInput {
  readonly off?: boolean | null;
  readonly start?: string | null;
  readonly end?: string | null;
  /** Absent: every day. */
  readonly days?: readonly QuietWindow['days'][number][] | null;
  readonly policy?: Exclude<QuietSetting, 'OFF'>['policy'] | null;
  readonly unknownZone?: Exclude<QuietSetting, 'OFF'>['unknownZone'] | null;
  /** The time over which waiting messages are released, such as `10m`. */
  readonly releaseOver?: string | null;
}

const MAX_RELEASE_MS = 6 * HOUR;
const DEFAULT_RELEASE = '10m';

/** undefined stays undefined, which keeps the setting; null stays null, which inherits. */
export const readQuietSetting = (
  violations: Violations,
  input: QuietInput | null | undefined,
): QuietSetting | null | undefined => {
  if (!input) return input;
  const { off, start = null, end = null, days, policy, unknownZone, releaseOver } = input;
  if (off) {
    const others = [start, end, days, policy, unknownZone, releaseOver].filter((value) => value ?? false);
    violations.check(
      others.length === 0,
      'quiet_hours.off',
      '`off` must be the only field of quiet hours that are off.',
    );
    return 'OFF';
  }
  const areTimes = [checkTime(violations, 'start', start), checkTime(violations, 'end', end)].every(Boolean);
  violations.check(
    !areTimes || start !== end,
    'quiet_hours.end',
    '`end` must differ from `start`. Quiet hours cannot last a whole day; pause the campaign instead.',
  );
  const unique = WEEKDAYS.filter((day) => (days ?? WEEKDAYS).includes(day));
  violations.check(unique.length > 0, 'quiet_hours.days', '`days` must name at least one day.', 'REQUIRED');
  const releaseMs = parseDelay(releaseOver ?? DEFAULT_RELEASE) ?? Number.POSITIVE_INFINITY;
  violations.check(
    releaseMs <= MAX_RELEASE_MS,
    'quiet_hours.release_over',
    '`release_over` must be hours and minutes up to "6h".',
  );
  return {
    start: start ?? '',
    end: end ?? '',
    days: unique,
    policy: policy ?? 'HOLD',
    unknownZone: unknownZone ?? 'ACCOUNT_ZONE',
    releaseOverSeconds: Math.round(releaseMs / 1_000),
  };
};

const checkTime = (violations: Violations, field: 'start' | 'end', text: string | null): boolean => {
  const isGood = text !== null && parseTime(text) !== null;
  const code = text === null ? 'REQUIRED' : 'INVALID';
  violations.check(isGood, `quiet_hours.${field}`, `\`${field}\` must be a time of day as HH:MM.`, code);
  return isGood;
};
