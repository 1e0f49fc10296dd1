import { Temporal } from 'temporal-polyfill';
import { type QuietWindow, WEEKDAYS } from '../../src/ports/quiet-hours.js';
import { quietUntil } from '../../src/schedule/quiet-hours.js';
import { allZones } from '../../src/schedule/zones.js';
import { changesBetween, instantByTemporal, localAt } from './temporal-oracle.js';

const DAY_NAMES = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const daily = (start: string, end: string): QuietWindow => ({ start, end, days: WEEKDAYS });

/** The expected result of `quietUntil`: follows windows from one end to the next, each from the days around it. */
export const quietUntilByTemporal = (windows: readonly QuietWindow[], zone: string, instant: number): number | null => {
  let end = instant;
  for (let next = stepFrom(windows, zone, end); next !== null; next = stepFrom(windows, zone, end)) {
    end = next;
    if (end - instant > 8 * DAY) return Number.POSITIVE_INFINITY;
  }
  return end === instant ? null : end;
};

/** The latest end of a window that covers an instant. */
const stepFrom = (windows: readonly QuietWindow[], zone: string, instant: number): number | null => {
  const today = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
  const ends = windows.flatMap((window) =>
    [-2, -1, 0, 1].flatMap((days) => {
      const date = today.add({ days });
      const name = DAY_NAMES[date.dayOfWeek - 1];
      if (!name || !window.days.includes(name)) return [];
      const lastDate = window.end > window.start ? date : date.add({ days: 1 });
      const begins = instantByTemporal(`${date.toString()}T${window.start}`, zone);
      const ends = lastOf(`${lastDate.toString()}T${window.end}`, zone);
      return begins <= instant && instant < ends ? [ends] : [];
    }),
  );
  return ends.length === 0 ? null : Math.max(...ends);
};

/** The later of two instants with this local time; the end of the gap if it does not exist. */
const lastOf = (local: string, zone: string): number => {
  const plain = Temporal.PlainDateTime.from(local);
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  return later.toPlainDateTime().equals(plain) ? later.epochMilliseconds : instantByTemporal(local, zone);
};

/** Minutes after midnight as `HH:MM`. */
export const textOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Compares `quietUntil` around each clock change of each zone with the oracle. */
export const compareAroundChanges = (from: string, until: string): { compared: number; wrong: string[] } => {
  let compared = 0;
  const wrong: string[] = [];
  const changes = allZones()
    .flatMap((zone) => changesBetween(zone, Date.parse(from), Date.parse(until)).map((change) => ({ zone, change })))
    .sort((one, other) => one.change - other.change);
  for (const { zone, change } of changes) {
    for (const windows of windowsAround(zone, change)) {
      for (const minutes of [-45, -1, 0, 20]) {
        const instant = change + minutes * MINUTE;
        const expected = quietUntilByTemporal(windows, zone, instant);
        compared += 1;
        if (quietUntil(windows, zone, instant) !== expected)
          wrong.push(`${zone} ${instant} ${JSON.stringify(windows)}`);
      }
    }
  }
  return { compared, wrong };
};

/** Windows that start or end in the change, or that contain it across midnight. */
const windowsAround = (zone: string, change: number): QuietWindow[][] => {
  const near = (minutes: number) => localAt(change + minutes * MINUTE, zone).slice(11);
  const skipped = textOf((minuteOf(near(-1)) + 31) % 1_440);
  return [
    [daily(textOf((minuteOf(skipped) + 1_200) % 1_440), skipped)],
    [daily(skipped, textOf((minuteOf(skipped) + 240) % 1_440))],
    [daily('22:00', near(0)), daily(near(0), '09:00')].filter(({ start, end }) => start !== end),
  ];
};

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
