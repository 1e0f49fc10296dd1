import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../collections.js';
import { type QuietWindow, WEEKDAYS, type Weekday } from '../ports/quiet-hours.js';
import { resolveWall } from './local-to-instant.js';
import { DAY, MINUTE, parseTime, startOfWeek, type Wall } from './wall-clock.js';
import { offsetAt, type Timeline, timelineOf } from './zone-timeline.js';

/** Windows that cover more than this without a gap never end. */
const FOREVER_MS = 8 * DAY;

/** Quiet hours that cover an instant; epoch ms. */
export interface QuietSpan {
  /** `Infinity`: they never end. */
  readonly until: number;
  /** When the next ones start; `Infinity`: not within 8 days. */
  readonly next: number;
}

/**
 * The quiet hours that cover an instant; null: none do. Windows that overlap or touch count as one.
 * @param zone `+HH:MM` or an IANA name.
 */
export const quietAround = (windows: readonly QuietWindow[], zone: string, instant: number): QuietSpan | null => {
  const timeline = timelineOf(zone, instant - 4 * DAY, instant + FOREVER_MS + 4 * DAY);
  const today = Math.floor((instant + offsetAt(timeline, instant)) / DAY) * DAY;
  const spans = windows
    .flatMap((window) => spansOf(window, timeline, today))
    .filter(({ start, end }) => start < end)
    .toSorted((one, other) => one.start - other.start);
  let until = instant;
  for (const { start, end } of spans) if (start <= until && end > until) until = end;
  if (until === instant) return null;
  if (until - instant > FOREVER_MS) return { until: Number.POSITIVE_INFINITY, next: Number.POSITIVE_INFINITY };
  return { until, next: spans.find(({ start }) => start > until)?.start ?? Number.POSITIVE_INFINITY };
};

/** When quiet hours end that cover an instant, epoch ms; null: none do. `Infinity`: they never end. */
export const quietUntil = (windows: readonly QuietWindow[], zone: string, instant: number): number | null =>
  quietAround(windows, zone, instant)?.until ?? null;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The occurrences that may cover or follow an instant of this day, until the windows count as endless. */
const spansOf = ({ start, end, days }: QuietWindow, timeline: Timeline, today: Wall): Span[] => {
  const [from, to] = [(parseTime(start) ?? 0) * MINUTE, (parseTime(end) ?? 0) * MINUTE];
  const spans: Span[] = [];
  for (let day = today - 2 * DAY; day <= today + FOREVER_MS + DAY; day += DAY) {
    if (!days.includes(weekdayOf(day))) continue;
    spans.push({
      start: resolveWall(timeline, day + from).instant,
      end: lastInstantOf(timeline, day + to + (to > from ? 0 : DAY)),
    });
  }
  return spans;
};

const weekdayOf = (day: Wall): Weekday => WEEKDAYS[(day - startOfWeek(day)) / DAY] ?? 'MON';

/** The last instant at which the clock shows `wall`, or the first one after a gap that skips it. */
const lastInstantOf = (timeline: Timeline, wall: Wall): number => {
  const { firstOffset, changes } = timeline;
  const stretches = [{ at: Number.NEGATIVE_INFINITY, offset: firstOffset }, ...changes];
  for (let index = stretches.length - 1; index >= 0; index -= 1) {
    const { at, offset } = stretches[index] ?? { at: 0, offset: 0 };
    const until = stretches[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    if (wall - offset >= at && wall - offset < until) return wall - offset;
  }
  return resolveWall(timeline, wall).instant;
};

/** A window of a device as it is stored: `22:00-07:00`, with ` MON,TUE` unless it starts every day. */
export const toWindowText = ({ start, end, days }: QuietWindow): string =>
  `${start}-${end}${days.length === WEEKDAYS.length ? '' : ` ${days.join(',')}`}`;

/** Reads a stored window; null if it is malformed or its `end` is its `start`. */
export const readWindowText = (text: string): QuietWindow | null =>
  getOrInsert(windows, text, () => parseWindow(text) ?? NO_WINDOW) || null;

const NO_WINDOW = '';
const windows = new LRUCache<string, QuietWindow | typeof NO_WINDOW>({ max: 1_024 });

const parseWindow = (text: string): QuietWindow | null => {
  const [, start = '', end = '', list] = /^(\d\d:\d\d)-(\d\d:\d\d)(?: ([A-Z,]{3,27}))?$/.exec(text) ?? [];
  if (parseTime(start) === null || parseTime(end) === null || start === end) return null;
  const named = list?.split(',') ?? WEEKDAYS;
  const days = WEEKDAYS.filter((day) => named.includes(day));
  return days.length === named.length ? { start, end, days } : null;
};

/** Enough turns to spread a release. More of them make a page of a large release change more rows of the log. */
const TURNS = 1_000;
const LARGEST_BLOCK = 1_000;

/**
 * Where in a release a device has its turn: from 0 to just below 1. In a large run, neighbouring devices share a turn.
 * @param messages of the run, as far as it is planned; null: unknown
 */
export const shareOfRelease = (deviceId: number, messages: number | null): number => {
  const block = Math.min(LARGEST_BLOCK, Math.max(1, Math.ceil((messages ?? 0) / TURNS)));
  const place = Math.floor(deviceId / block);
  const mixed = Math.imul(Math.imul(place ^ (place >>> 16), 0x45d9f3b) ^ 0x27d4eb2d, 0x45d9f3b) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
};
