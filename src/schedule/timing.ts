import { wallOf } from './local-to-instant.js';
import { DAY, MINUTE, startOfWeek, type Wall, WEEK } from './wall-clock.js';

/** The times at which a scheduler sends. */
export type Timing = ClockTiming | AutoPushTiming;

/** Clock-based timings have moments; auto-push follows events and has none. */
export type ClockTiming = OneTimeTiming | WeeklyTiming;

export interface OneTimeTiming {
  readonly kind: 'one-time';
  /** `YYYY-MM-DD`, a real date. */
  readonly date: string;
  /** Minutes since 00:00, 0 to 1439. */
  readonly minute: number;
  readonly zone: ZoneRule;
}

export interface WeeklyTiming {
  readonly kind: 'weekly';
  readonly slots: readonly WeeklySlot[];
  readonly zone: ZoneRule;
}

export interface AutoPushTiming {
  readonly kind: 'auto-push';
  /** The text of the user; null and empty both mean at once. */
  readonly delay: string | null;
  readonly delayMs: number;
}

export interface WeeklySlot {
  /** 1 (Monday) to 7 (Sunday), ISO 8601. */
  readonly day: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** Minutes since 00:00, 0 to 1439. */
  readonly minute: number;
}

/** One zone (`+HH:MM` or an IANA name) for all devices, or each device's own. */
export type ZoneRule = { readonly kind: 'fixed'; readonly zone: string } | { readonly kind: 'local' };

/** The timing's first local time after a clock reading, or null. */
export type NextLocal = (after: Wall) => Wall | null;

/** A timing's local times in order, in any zone. */
export const localTimesOf = (timing: ClockTiming): NextLocal =>
  timing.kind === 'one-time' ? onlyOnce(wallOfOneTime(timing)) : everyWeek(timing.slots);

/** Old schedulers may have any year; one before 1000 is past in any case. */
export const wallOfOneTime = ({ date, minute }: OneTimeTiming): Wall =>
  wallOf({ date: date < EARLIEST_DATE ? EARLIEST_DATE : date, minute });

const EARLIEST_DATE = '1000-01-01';

const onlyOnce =
  (wall: Wall): NextLocal =>
  (after) =>
    wall > after ? wall : null;

const everyWeek = (slots: readonly WeeklySlot[]): NextLocal => {
  const sinceMonday = slots.map(({ day, minute }) => (day - 1) * DAY + minute * MINUTE).sort((a, b) => a - b);
  const [firstOfWeek] = sinceMonday;
  if (firstOfWeek === undefined) return () => null;
  return (after) => {
    const monday = startOfWeek(after);
    const slot = sinceMonday[countUpTo(sinceMonday, after - monday)];
    return slot === undefined ? monday + WEEK + firstOfWeek : monday + slot;
  };
};

/** Counts the ascending numbers up to `limit` by binary search, since a week may have 10,080 slots. */
const countUpTo = (ascending: readonly number[], limit: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? limit) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
};
