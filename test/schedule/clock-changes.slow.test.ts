import { describe, expect, test } from '@jest/globals';
import { type Moment, momentsBetween } from '../../src/schedule/moments.js';
import type { OneTimeTiming, WeeklySlot, WeeklyTiming, ZoneRule } from '../../src/schedule/timing.js';
import { allZones } from '../../src/schedule/zones.js';
import { momentsByTemporal } from './moments-by-temporal.js';
import { changesBetween, instantByTemporal, localAt, noteByTemporal } from './temporal-oracle.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const ALL_TIME = { after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

interface ClockChange {
  readonly zone: string;
  readonly at: number;
  /** The local times at the change with the offset before and after it, as if they were UTC. */
  readonly before: number;
  readonly after: number;
}

const changesOf = (zone: string, from: string, until: string): ClockChange[] =>
  changesBetween(zone, Date.parse(from), Date.parse(until)).map((at) => ({
    zone,
    at,
    before: Date.parse(`${localAt(at - MINUTE, zone)}Z`) + MINUTE,
    after: Date.parse(`${localAt(at, zone)}Z`),
  }));

/** In order of time, for the sake of the service's zone cache. */
const CHANGES = allZones()
  .flatMap((zone) => changesOf(zone, '2020-01-01', '2038-01-01'))
  .sort((a, b) => a.at - b.at);

/** A skipped whole day; none occurs from 2020 to 2037. */
const SKIPPED_DAYS = [
  ...changesOf('Pacific/Apia', '2011-12-15', '2012-01-15'),
  ...changesOf('Pacific/Fakaofo', '2011-12-15', '2012-01-15'),
  ...changesOf('Pacific/Kwajalein', '1993-08-01', '1993-09-01'),
  ...changesOf('Pacific/Kiritimati', '1994-12-15', '1995-01-15'),
];

/** Just before the affected span, its first and last minute, its middle, just after it, and the days around it. */
const localsAround = ({ before, after }: ClockChange): string[] => {
  const [low, high] = [Math.min(before, after), Math.max(before, after)];
  const edges = [low - MINUTE, low, (low + high) / 2, high - MINUTE, high];
  const walls = new Set([low - DAY, ...edges, high + DAY]);
  return [...walls].map((wall) => new Date(wall).toISOString().slice(0, 16));
};

const minuteOf = (local: string): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14));
const isoDayOf = (local: string): WeeklySlot['day'] =>
  (((new Date(`${local}Z`).getUTCDay() + 6) % 7) + 1) as WeeklySlot['day'];

const weekly = (locals: readonly string[], zone: ZoneRule): WeeklyTiming => ({
  kind: 'weekly',
  slots: locals.map((local) => ({ day: isoDayOf(local), minute: minuteOf(local) })),
  zone,
});

const oneTime = (local: string, zone: ZoneRule): OneTimeTiming => ({
  kind: 'one-time',
  date: local.slice(0, 10),
  minute: minuteOf(local),
  zone,
});

const rulesOf = (zone: string): ZoneRule[] => [{ kind: 'local' }, { kind: 'fixed', zone }];

/** A one-line description of each local time of a moment: its recipients and the clock's behaviour. */
const told = (moments: readonly Moment[], zone: string): string[] =>
  moments.flatMap(({ at, parts }) =>
    parts.map(({ local, zones, skipped, repeated }) => {
      const note = skipped.includes(zone) ? 'skipped' : repeated.includes(zone) ? 'repeated' : 'exact';
      return `${at} ${local} ${zones === null || zones.includes(zone) ? 'sent' : 'shown'} ${note}`;
    }),
  );

const toldByTemporal = (locals: readonly string[], zone: string, span: [number, number]): string[] =>
  [...momentsByTemporal(weekly(locals, { kind: 'local' }), [zone], span)].flatMap(([at, parts]) =>
    [...parts].map(
      ([local, zones]) => `${at} ${local} ${zones.length > 0 ? 'sent' : 'shown'} ${noteByTemporal(local, zone)}`,
    ),
  );

/** Describes the error; empty if there is none. */
const findWrongWeekly = (change: ClockChange): string[] => {
  const { zone, at } = change;
  const locals = localsAround(change);
  const [after, until] = [at - 1.5 * DAY, at + 1.5 * DAY];
  const expected = toldByTemporal(locals, zone, [after, until]).join('\n');
  const zones = [zone];
  return rulesOf(zone).flatMap((rule) => {
    const moments = momentsBetween(weekly(locals, rule), { after, until }, zones);
    return told(moments, zone).join('\n') === expected ? [] : [`${zone} ${locals.join(' ')} ${rule.kind}`];
  });
};

const findWrongOneTime = (change: ClockChange): string[] => {
  const { zone } = change;
  const zones = [zone];
  // The weekly sends cover the days around.
  return localsAround(change)
    .slice(1, -1)
    .flatMap((local) => {
      const instant = instantByTemporal(local, zone);
      const expected = `${instant} ${local} sent ${noteByTemporal(local, zone)}`;
      return rulesOf(zone).flatMap((rule) => {
        const timing = oneTime(local, rule);
        // Covers all of time, so that a second send would show.
        const moments = momentsBetween(timing, ALL_TIME, zones);
        return told(moments, zone).join('\n') === expected ? [] : [`${zone} ${local} ${rule.kind}`];
      });
    });
};

describe('around every clock change of every zone from 2020 to 2037', () => {
  test('there are changes of half an hour, an hour and more, in zones of whole, half and quarter hours', () => {
    expect(CHANGES.length).toBeGreaterThan(4_000);
    const sizes = new Set(CHANGES.map(({ before, after }) => (after - before) / MINUTE));
    expect([...sizes]).toEqual(expect.arrayContaining([-120, -60, -30, 30, 60, 120]));
    const offsets = new Set(CHANGES.map(({ at, after }) => Math.abs((after - at) / MINUTE) % 60));
    expect([...offsets].sort()).toEqual([0, 30, 45]);
    expect(SKIPPED_DAYS.map(({ before, after }) => (after - before) / DAY)).toEqual([1, 1, 1, 1]);
  });

  // Run together, because the service's cache of a week's clocks serves both.
  test('weekly and one-time sends, by one zone and by local time, match Temporal and happen once', () => {
    const wrong = [...CHANGES, ...SKIPPED_DAYS].flatMap((change) => [
      ...findWrongWeekly(change),
      ...findWrongOneTime(change),
    ]);
    expect(wrong).toEqual([]);
  });
});
