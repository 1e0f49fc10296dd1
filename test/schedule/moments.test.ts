import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasFutureMoment, lastMoment, type Moment, momentsBetween, nextMoment } from '../../src/schedule/moments.js';
import type { ClockTiming, OneTimeTiming, WeeklySlot, WeeklyTiming } from '../../src/schedule/timing.js';
import { allZones } from '../../src/schedule/zones.js';
import { type ExpectedMoments, momentsByTemporal } from './moments-by-temporal.js';
import { instantByTemporal, localAt } from './temporal-oracle.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const ALL_TIME = { after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** Zones with unusual clock changes. */
const ODD_ZONES = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'UTC'],
  ...['Pacific/Chatham', 'Africa/Cairo', 'Africa/Casablanca', 'Antarctica/Troll', 'Asia/Gaza', 'Asia/Kathmandu'],
  ...['Pacific/Kiritimati', 'Pacific/Apia', 'America/Godthab', 'Etc/GMT+12'],
];

const LOCAL = { kind: 'local' } as const;
const HOURLY = Array.from({ length: 168 }, (_, hour) => slot(1 + Math.floor(hour / 24), (hour % 24) * 60));

describe('a one-time send by local time', () => {
  const timing = onesend('2026-10-25', 150);
  const moments = momentsBetween(timing, ALL_TIME);

  test('happens exactly once for every zone, when its clock first shows the time', () => {
    const sent = moments.flatMap(({ at, parts }) =>
      parts.flatMap(({ zones }) => (zones ?? []).map((zone) => ({ zone, at }))),
    );
    expect(sent.map(({ zone }) => zone).sort()).toEqual(allZones());
    expect(sent.filter(({ zone, at }) => instantByTemporal('2026-10-25T02:30', zone) !== at)).toEqual([]);
  });

  test('has moments in order, from Kiritimati to the zone farthest west', () => {
    expect(moments.map(({ at }) => at)).toEqual([...new Set(moments.map(({ at }) => at))].sort((a, b) => a - b));
    expect(moments[0]?.parts[0]?.zones).toContain('Pacific/Kiritimati');
    expect(moments.at(-1)?.parts[0]?.zones).toEqual(['Etc/GMT+12']);
    expect(lastMoment(timing)).toEqual(moments.at(-1));
    expect(new Set(moments.map(({ parts }) => parts[0]?.firstAt))).toEqual(new Set([moments[0]?.at]));
  });

  test('ends after its last zone, and not before', () => {
    const last = lastMoment(timing)?.at ?? 0;
    expect(hasFutureMoment(timing, last - 1)).toBe(true);
    expect(hasFutureMoment(timing, last)).toBe(false);
    expect(nextMoment(timing, last)).toBeNull();
  });

  test('excludes zones whose time has passed', () => {
    const noon = Date.parse('2026-10-25T00:00Z');
    const left = momentsBetween(timing, { after: noon, until: Number.POSITIVE_INFINITY });
    expect(left).toEqual(moments.filter(({ at }) => at > noon));
    expect(left.length).toBeLessThan(moments.length);
  });

  test('reports the zones that show the time twice and those that skip it', () => {
    const autumn = moments.flatMap(({ parts }) => parts.flatMap(({ repeated }) => repeated));
    expect(autumn).toEqual(expect.arrayContaining(['Europe/Berlin', 'Antarctica/Troll']));
    expect(autumn).not.toContain('Europe/London');
    const spring = momentsBetween(onesend('2026-03-29', 150), ALL_TIME);
    const jump = spring.find(({ at }) => at === Date.parse('2026-03-29T01:00Z'));
    expect(jump?.parts[0]?.skipped).toEqual(expect.arrayContaining(['Europe/Berlin', 'Antarctica/Troll']));
    expect(jump?.parts[0]?.skipped).not.toContain('Europe/London');
  });

  test('covers only the given zones, but takes the first instant over all', () => {
    const [moment] = momentsBetween(timing, ALL_TIME, ['Asia/Tokyo']);
    const at = Date.parse('2026-10-24T17:30Z');
    const firstAt = Date.parse('2026-10-24T12:30Z');
    const part = { local: '2026-10-25T02:30', zones: ['Asia/Tokyo'], firstAt, skipped: [], repeated: [] };
    expect(moment).toEqual({ at, parts: [part] });
    expect(nextMoment(timing, 0, [])).toBeNull();
  });
});

describe('a one-time send by one zone', () => {
  test.each([
    ['+05:30', '2026-03-28T21:00Z', [], []],
    ['Europe/Berlin', '2026-03-29T01:00Z', ['Europe/Berlin'], []],
    ['Australia/Lord_Howe', '2026-03-28T15:30Z', [], []],
  ])('in %s is one moment for all devices', (zone, instant, skipped, repeated) => {
    const timing = { ...onesend('2026-03-29', 150), zone: { kind: 'fixed', zone } } as const;
    const at = Date.parse(instant);
    const part = { local: '2026-03-29T02:30', zones: null, firstAt: at, skipped, repeated };
    expect(momentsBetween(timing, ALL_TIME)).toEqual([{ at, parts: [part] }]);
    expect([hasFutureMoment(timing, at - 1), hasFutureMoment(timing, at)]).toEqual([true, false]);
  });
});

describe('a weekly send', () => {
  test('follows the clock of its zone through a year of clock changes', () => {
    const slots = [slot(7, 150), slot(1, 0), slot(3, 20 * 60 + 15)];
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', '-03:30']) {
      const timing: WeeklyTiming = { kind: 'weekly', slots, zone: { kind: 'fixed', zone } };
      const [after, until] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
      const instants = momentsBetween(timing, { after, until }).map(({ at }) => at);
      expect(instants).toEqual([...momentsByTemporal({ ...timing, zone: LOCAL }, [zone], [after, until]).keys()]);
      expect(instants.length).toBeGreaterThan(150);
    }
  });

  test('by local time has one moment per distinct instant, through a year in unusual zones', () => {
    const timing = weekly([slot(7, 0), slot(7, 30), slot(7, 120), slot(7, 135), slot(7, 180), slot(4, 540)]);
    const span: [number, number] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
    const moments = momentsBetween(timing, { after: span[0], until: span[1] }, ODD_ZONES);
    expect(plain(moments)).toEqual(momentsByTemporal(timing, ODD_ZONES, span));
    expect(moments.length).toBeGreaterThan(2_000);
  });

  test('matches brute force at any time, in any zones', () => {
    fc.assert(
      fc.property(anyTiming, anyInstant, anyZones, (timing, after, zones) => {
        const next = nextMoment(timing, after, zones);
        const expected = momentsByTemporal(timing, zones, [after, after + 9 * DAY]);
        expect(next === null ? undefined : [...plain([next])][0]).toEqual([...expected][0]);
      }),
      { numRuns: 150 },
    );
  });

  test('every hour sends to every zone once an hour, at its full hour', () => {
    const after = Date.UTC(2026, 4, 6, 10, 1);
    const moments = momentsBetween(weekly(HOURLY), { after, until: after + 60 * MINUTE });
    const sent = moments.flatMap(({ at, parts }) =>
      parts.flatMap(({ local, zones }) => (zones ?? []).map((zone) => ({ zone, local, at }))),
    );
    expect(sent.map(({ zone }) => zone).sort()).toEqual(allZones());
    expect(sent.filter(({ zone, local, at }) => localAt(at, zone) !== local || !local.endsWith(':00'))).toEqual([]);
    expect(moments.map(({ at }) => (at / MINUTE) % 60)).toEqual([15, 30, 0]);
  });

  test('sends once if a clock change merges several local times of a zone', () => {
    const timing = weekly([slot(7, 120), slot(7, 150), slot(7, 180)]);
    const moment = nextMoment(timing, Date.parse('2026-03-29T00:59Z'), [
      'Europe/Berlin',
      'Africa/Lagos',
      'Asia/Beirut',
    ]);
    expect(moment?.at).toBe(Date.parse('2026-03-29T01:00Z'));
    expect(moment?.parts.map(({ local, zones, skipped }) => ({ local, zones, skipped }))).toEqual([
      { local: '2026-03-29T02:00', zones: ['Africa/Lagos'], skipped: ['Europe/Berlin'] },
      { local: '2026-03-29T02:30', zones: [], skipped: ['Europe/Berlin'] },
      { local: '2026-03-29T03:00', zones: ['Europe/Berlin'], skipped: [] },
    ]);
    expect(nextMoment(timing, moment?.at ?? 0, ['Europe/Berlin'])?.at).toBe(Date.parse('2026-04-05T00:00Z'));
  });

  test('sends once to all devices if a clock change in its zone merges several slots', () => {
    const zone = { kind: 'fixed', zone: 'Europe/Berlin' } as const;
    const moment = nextMoment({ ...weekly([slot(7, 120), slot(7, 150)]), zone }, Date.parse('2026-03-29T00:00Z'));
    expect(moment?.parts.map(({ local, zones }) => ({ local, zones }))).toEqual([
      { local: '2026-03-29T02:00', zones: [] },
      { local: '2026-03-29T02:30', zones: null },
    ]);
  });

  test('sends a whole skipped day at the instant of the skip', () => {
    const friday = weekly([slot(5, 0), slot(5, 720), slot(6, 0)]);
    const moment = nextMoment(friday, Date.parse('2011-12-30T09:59Z'), ['Pacific/Apia']);
    expect(moment?.at).toBe(Date.parse('2011-12-30T10:00Z'));
    expect(moment?.parts.map(({ local, zones }) => ({ local, zones }))).toEqual([
      { local: '2011-12-30T00:00', zones: [] },
      { local: '2011-12-30T12:00', zones: [] },
      { local: '2011-12-31T00:00', zones: ['Pacific/Apia'] },
    ]);
  });

  test('counts the first instant of each local time over all zones', () => {
    const moment = nextMoment(weekly(HOURLY), Date.parse('2026-03-29T00:59Z'));
    const parts = (moment?.parts ?? []).filter((_, index) => index % 6 === 0);
    expect(parts.length).toBeGreaterThan(3);
    for (const { local, firstAt } of parts) {
      expect(firstAt).toBe(Math.min(...allZones().map((zone) => instantByTemporal(local, zone))));
    }
  });

  test('never ends, is empty without slots, and stops at the limit', () => {
    expect(hasFutureMoment(weekly([slot(1, 0)]), Date.UTC(2099, 11, 31))).toBe(true);
    expect(nextMoment(weekly([]), 0)).toBeNull();
    const span = { after: 0, until: Number.POSITIVE_INFINITY, limit: 3 };
    expect(momentsBetween(weekly([slot(1, 0), slot(1, 0)]), span, ['UTC']).map(({ at }) => at)).toEqual(
      [4, 11, 18].map((day) => day * DAY),
    );
    expect(() => nextMoment(weekly([slot(1, 0)]), Number.NEGATIVE_INFINITY)).toThrow('no first');
    expect(() => momentsBetween(weekly([slot(1, 0)]), { after: 0, until: Number.POSITIVE_INFINITY })).toThrow(
      'no last',
    );
  });

  test('may have a slot in every minute of the week', () => {
    const everyMinute = Array.from({ length: 10_080 }, (_, minute) =>
      slot(1 + Math.floor(minute / 1440), minute % 1440),
    );
    const moment = nextMoment(weekly(everyMinute), Date.parse('2026-05-06T10:00:30Z'));
    expect(moment?.at).toBe(Date.parse('2026-05-06T10:01Z'));
    expect(moment?.parts.flatMap(({ zones }) => zones ?? []).sort()).toEqual(allZones());
  });
});

function slot(day: number, minute: number): WeeklySlot {
  return { day: day as WeeklySlot['day'], minute };
}

function onesend(date: string, minute: number): OneTimeTiming {
  return { kind: 'one-time', date, minute, zone: LOCAL };
}

function weekly(slots: readonly WeeklySlot[]): WeeklyTiming {
  return { kind: 'weekly', slots, zone: LOCAL };
}

const plain = (moments: readonly Moment[]): ExpectedMoments =>
  new Map(moments.map(({ at, parts }) => [at, new Map(parts.map(({ local, zones }) => [local, [...(zones ?? [])]]))]));

/** The times are usually at night, when clocks change. */
const anySlot = fc.record({
  day: fc.constantFrom<WeeklySlot['day']>(1, 2, 3, 4, 5, 6, 7, 7, 7),
  minute: fc.oneof(
    fc.nat({ max: 1439 }),
    fc.nat({ max: 16 }).map((quarter) => quarter * 15),
  ),
});

const anyTiming: fc.Arbitrary<ClockTiming> = fc.array(anySlot, { minLength: 1, maxLength: 6 }).map(weekly);

/** The day often has a clock change somewhere. */
const anyInstant = fc
  .tuple(
    fc.constantFrom('2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01', '2030-06-01', '2026-03-22'),
    fc.nat({ max: 2880 }),
  )
  .map(([date, minute]) => Date.parse(date) + (minute - 1440) * MINUTE);

const anyZones = fc.uniqueArray(fc.constantFrom(...ODD_ZONES, ...allZones()), { minLength: 1, maxLength: 5 });
