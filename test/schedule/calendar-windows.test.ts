import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { calendarWindow } from '../../src/schedule/calendar-windows.js';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Cairo'];
const DAY = 86_400_000;
const formats = new Map(ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })] as const));

/** The runtime's local date, as a day number. */
const dayOf = (zone: string, at: number): number => Date.parse(`${formats.get(zone)?.format(at)}T00:00:00Z`) / DAY;
const weekOf = (zone: string, at: number): number => Math.floor((dayOf(zone, at) + 3) / 7);

const anywhen = fc.record({
  zone: fc.constantFrom(...ZONES),
  at: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2037, 0) }),
});

test.each([
  ['day', dayOf],
  ['week', weekOf],
] as const)('a calendar %s has exactly the instants that the clock of its zone shows in it', (unit, numberOf) => {
  fc.assert(
    fc.property(anywhen, ({ zone, at }) => {
      const { from, until } = calendarWindow(unit, zone, at);
      const own = numberOf(zone, at);
      expect([from, until - 1].map((end) => numberOf(zone, end))).toEqual([own, own]);
      expect(numberOf(zone, from - 1)).toBe(own - 1);
      expect(numberOf(zone, until)).toBe(own + 1);
    }),
    { numRuns: 2_000 },
  );
});

test('the days of clock changes have 23 and 25 hours', () => {
  const hours = (at: number) => {
    const { from, until } = calendarWindow('day', 'Europe/Berlin', at);
    return (until - from) / 3_600_000;
  };
  expect([Date.UTC(2027, 2, 28, 12), Date.UTC(2027, 9, 31, 12), Date.UTC(2027, 5, 1)].map(hours)).toEqual([23, 25, 24]);
});
