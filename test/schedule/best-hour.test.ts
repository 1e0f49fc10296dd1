import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { allowedMinutesOf, type Curve, departureAfter, findBestHour } from '../../src/schedule/best-hour.js';
import { formatTime } from '../../src/schedule/wall-clock.js';
import { instantByTemporal } from './temporal-oracle.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const ALL = allowedMinutesOf({ from: '00:00', to: '00:00' });
const curveOf = (weights: Readonly<Record<number, number>>): Curve =>
  Array.from({ length: 24 }, (_, hour) => weights[hour] ?? 0);

/** Spreads each weight to its neighbours, and lists what falls into the window minute by minute. */
const bestHourByModel = (curve: Curve, from: number, to: number): number | null => {
  const spread = new Map<number, number>();
  for (const [hour, weight] of curve.entries()) {
    for (const [shift, part] of [[23, 1] as const, [0, 2] as const, [1, 1] as const]) {
      const place = (hour + shift) % 24;
      spread.set(place, (spread.get(place) ?? 0) + weight * part);
    }
  }
  const allowed = new Set<number>();
  let minute = from;
  do {
    allowed.add(Math.floor(minute / 60));
    minute = (minute + 1) % 1440;
  } while (minute !== to);
  const found = [...allowed].filter((hour) => (spread.get(hour) ?? 0) > 0);
  if (curve.reduce((sum, weight) => sum + weight) < 5 || found.length === 0) return null;
  const most = Math.max(...found.map((hour) => spread.get(hour) ?? 0));
  return Math.min(...found.filter((hour) => spread.get(hour) === most));
};

describe('the best hour', () => {
  test('is the most active hour, where the neighbouring hours count a quarter each, even over midnight', () => {
    expect(findBestHour(curveOf({ 9: 4, 18: 3, 19: 2, 20: 3 }), ALL)).toBe(19);
    expect(findBestHour(curveOf({ 12: 4, 23: 3, 0: 2, 1: 3 }), ALL)).toBe(0);
    expect(findBestHour(curveOf({ 8: 5, 20: 5 }), ALL)).toBe(8);
  });

  test('is unknown below weight 5, and if nobody is active in the allowed hours', () => {
    expect(findBestHour(curveOf({ 9: 4.99 }), ALL)).toBeNull();
    expect(findBestHour(curveOf({ 9: 5 }), ALL)).toBe(9);
    expect(findBestHour(curveOf({ 9: 50 }), allowedMinutesOf({ from: '12:00', to: '20:00' }))).toBeNull();
    expect(findBestHour(curveOf({ 9: 50 }), allowedMinutesOf({ from: '10:30', to: '20:00' }))).toBe(10);
  });

  test('agrees with a model for random curves and windows', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const weights = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(weights, minute, minute, (curve, from, to) => {
        const allowed = allowedMinutesOf({ from: formatTime(from), to: formatTime(to) });
        expect(findBestHour(curve, allowed)).toBe(bestHourByModel(curve, from, to));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the departure', () => {
  test("is at the device's position within the allowed minutes of the hour", () => {
    const now = Date.parse('2026-11-21T10:00Z');
    const of = (share: number, minutes: readonly number[]) =>
      new Date(departureAfter({ hour: 22, minutes, share, zone: 'Europe/Vienna' }, now)).toISOString();
    expect(of(0, ALL[22] ?? [])).toBe('2026-11-21T21:00:00.000Z');
    expect(of(0.5, ALL[22] ?? [])).toBe('2026-11-21T21:30:00.000Z');
    expect(of(0.99999, ALL[22] ?? [])).toMatch('2026-11-21T21:59:59');
    expect(of(0.5, [50, 51])).toBe('2026-11-21T21:51:00.000Z');
  });

  test('is at most an hour ago, or otherwise the next one, in every zone and around clock changes', () => {
    const zones = ['UTC', 'Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'];
    const around = ['2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05', '2026-10-04', '2011-12-30'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...around),
        fc.integer({ min: -48 * 60, max: 48 * 60 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        (zone, day, minutes, hour, minute) => {
          const now = Date.parse(day) + minutes * MINUTE;
          const share = (minute + 0.5) / 60;
          const found = departureAfter({ hour, minutes: ALL[hour] ?? [], share, zone }, now);
          const date = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
          const candidates = [-2, -1, 0, 1, 2, 3].map((days) => {
            const local = `${date.add({ days }).toString()}T${formatTime(hour * 60 + minute)}`;
            const isShown = Temporal.PlainDateTime.from(local)
              .toZonedDateTime(zone, { disambiguation: 'earlier' })
              .toPlainDateTime()
              .equals(Temporal.PlainDateTime.from(local));
            return instantByTemporal(local, zone) + (isShown ? MINUTE / 2 : 0);
          });
          expect(found).toBe(Math.min(...candidates.filter((at) => at >= now - HOUR)));
        },
      ),
      { numRuns: 500 },
    );
  });
});
