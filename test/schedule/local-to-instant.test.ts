import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { explainLocal, type LocalTime, localToInstant } from '../../src/schedule/local-to-instant.js';
import { allZones } from '../../src/schedule/zones.js';
import { changesBetween, instantByTemporal, localAt, noteByTemporal } from './temporal-oracle.js';

const MINUTE = 60_000;
const FROM = Date.UTC(2020, 0, 1);
const UNTIL = Date.UTC(2038, 0, 1);

describe('localToInstant', () => {
  test.each([
    [
      'Samoa went over the date line and had no 30 December',
      'Pacific/Apia',
      '2011-12-29T23:59',
      '2011-12-30T09:59Z',
      'exact',
    ],
    ['so its midnight comes with the next day', 'Pacific/Apia', '2011-12-30T00:00', '2011-12-30T10:00Z', 'skipped'],
    ['and so does its noon', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00Z', 'skipped'],
    ['and the next day is there', 'Pacific/Apia', '2011-12-31T00:00', '2011-12-30T10:00Z', 'exact'],
    ['Kwajalein skipped a day too', 'Pacific/Kwajalein', '1993-08-21T08:00', '1993-08-21T12:00Z', 'skipped'],
    [
      'Lord Howe is set forward by half an hour',
      'Australia/Lord_Howe',
      '2026-10-04T02:10',
      '2026-10-03T15:30Z',
      'skipped',
    ],
    ['and has 02:30 at that instant', 'Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-03T15:30Z', 'exact'],
    [
      'Lord Howe is set back by half an hour',
      'Australia/Lord_Howe',
      '2026-04-05T01:45',
      '2026-04-04T14:45Z',
      'repeated',
    ],
    ['and half an hour only', 'Australia/Lord_Howe', '2026-04-05T01:29', '2026-04-04T14:29Z', 'exact'],
    ['Nepal is 5:45 ahead', 'Asia/Kathmandu', '2026-05-01T09:00', '2026-05-01T03:15Z', 'exact'],
    ['Chatham is set forward at 02:45', 'Pacific/Chatham', '2026-09-27T03:00', '2026-09-26T14:00Z', 'skipped'],
    ['Chatham is set back at 03:45', 'Pacific/Chatham', '2026-04-05T03:00', '2026-04-04T13:15Z', 'repeated'],
    ['Cairo has no midnight in spring', 'Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00Z', 'skipped'],
    ['Cairo has its late evening twice in autumn', 'Africa/Cairo', '2026-10-29T23:30', '2026-10-29T20:30Z', 'repeated'],
    ['Sao Paulo had no midnight in spring', 'America/Sao_Paulo', '2018-11-04T00:30', '2018-11-04T03:00Z', 'skipped'],
    ['Sao Paulo no longer changes', 'America/Sao_Paulo', '2026-11-01T00:30', '2026-11-01T03:30Z', 'exact'],
    ['Kiritimati is 14 hours ahead', 'Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00Z', 'exact'],
    ['Troll is set forward by two hours', 'Antarctica/Troll', '2026-03-29T02:59', '2026-03-29T01:00Z', 'skipped'],
    ['Troll is set back by two hours', 'Antarctica/Troll', '2026-10-25T01:00', '2026-10-24T23:00Z', 'repeated'],
    ['Berlin skips 02:30', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00Z', 'skipped'],
    ['Berlin has 02:00 twice', 'Europe/Berlin', '2026-10-25T02:00', '2026-10-25T00:00Z', 'repeated'],
    ['Berlin has 03:00 once', 'Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00Z', 'exact'],
    ['a fixed offset knows no clock change', '+01:00', '2026-03-29T02:30', '2026-03-29T01:30Z', 'exact'],
    ['an offset may go west', '-03:30', '2026-03-29T22:00', '2026-03-30T01:30Z', 'exact'],
    ['any spelling of a zone will do', 'asia/kolkata', '2026-01-01T00:00', '2025-12-31T18:30Z', 'exact'],
  ])('%s', (_name, zone, local, instant, note) => {
    expect(explainLocal(parse(local), zone)).toEqual({ instant: Date.parse(instant), note });
    expect(localToInstant(parse(local), zone)).toBe(Date.parse(instant));
  });

  test('around every clock change of every zone from 2020 to 2037 it agrees with Temporal', () => {
    const wrong: string[] = [];
    let changes = 0;
    for (const zone of allZones()) {
      for (const change of changesBetween(zone, FROM, UNTIL)) {
        changes++;
        for (const local of localsAround(change, zone)) if (!agrees(local, zone)) wrong.push(`${local} ${zone}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(changes).toBeGreaterThan(4_000);
  });

  test('at any time from 1900 to 2100 in any zone it agrees with Temporal', () => {
    const day = fc.integer({ min: -25_500, max: 47_400 });
    fc.assert(
      fc.property(fc.constantFrom(...allZones()), day, fc.nat({ max: 1439 }), (zone, days, minute) => {
        const local = new Date((days * 1440 + minute) * MINUTE).toISOString().slice(0, 16);
        expect(localToInstant(parse(local), zone)).toBe(instantByTemporal(local, zone));
      }),
      { numRuns: 3_000 },
    );
  });

  test('a later local time is never an earlier instant', () => {
    const minute = fc.integer({ min: FROM / MINUTE, max: UNTIL / MINUTE });
    fc.assert(
      fc.property(fc.constantFrom(...allZones()), minute, fc.nat({ max: 2880 }), (zone, first, minutesLater) => {
        const [a, b] = [first, first + minutesLater].map((at) => new Date(at * MINUTE).toISOString().slice(0, 16));
        expect(localToInstant(parse(a ?? ''), zone)).toBeLessThanOrEqual(localToInstant(parse(b ?? ''), zone));
      }),
    );
  });

  test.each([
    ['2026-02-29', 0, 'UTC'],
    ['2026-13-01', 0, 'UTC'],
    ['26-01-01', 0, 'UTC'],
    ['', 0, 'UTC'],
    ['2026-01-01', 1440, 'UTC'],
    ['2026-01-01', -1, 'UTC'],
    ['2026-01-01', 1.5, 'UTC'],
    ['2026-01-01', Number.NaN, 'UTC'],
    ['2026-01-01', 0, 'Mars/Base'],
    ['2026-01-01', 0, '+15:00'],
  ])('unvalidated input throws: %j, minute %d, %j', (date, minute, zone) => {
    expect(() => localToInstant({ date, minute }, zone)).toThrow('should have been refused');
  });
});

/** Quarter hours and their neighbours, from well before the affected span to well after it. */
const localsAround = (change: number, zone: string): string[] => {
  const before = Date.parse(`${localAt(change - MINUTE, zone)}Z`) + MINUTE;
  const after = Date.parse(`${localAt(change, zone)}Z`);
  const [low, high] = [Math.min(before, after), Math.max(before, after)];
  const walls = [
    low - 1440 * MINUTE,
    low - MINUTE,
    low,
    low + MINUTE,
    (low + high) / 2,
    high - MINUTE,
    high,
    high + MINUTE,
  ];
  return walls.map((wall) => new Date(wall).toISOString().slice(0, 16));
};

const agrees = (local: string, zone: string): boolean => {
  const { instant, note } = explainLocal(parse(local), zone);
  return instant === instantByTemporal(local, zone) && note === noteByTemporal(local, zone);
};

const parse = (local: string): LocalTime => ({
  date: local.slice(0, 10),
  minute: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)),
});
