import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { explainMoment } from '../../src/schedule/explain-moment.js';
import { momentsBetween } from '../../src/schedule/moments.js';
import { type Occurrence, occurrencesOf } from '../../src/schedule/occurrences.js';
import type { ClockTiming, WeeklySlot } from '../../src/schedule/timing.js';
import { DAY, HOUR, localText, MINUTE } from '../../src/schedule/wall-clock.js';

/** The waves of each local time according to the moments that senders follow. */
const byMoments = (timing: ClockTiming, after: number, until: number): Map<string, [number, string[]][]> => {
  const waves = new Map<string, [number, string[]][]>();
  const ownZone = timing.zone.kind === 'fixed' ? timing.zone.zone : null;
  for (const moment of momentsBetween(timing, { after, until })) {
    const zonesOf = new Map<string, string[]>();
    for (const { local, zones } of explainMoment(moment, ownZone)) {
      zonesOf.set(local, [...(zonesOf.get(local) ?? []), ...zones]);
    }
    for (const [local, zones] of zonesOf) waves.set(local, [...(waves.get(local) ?? []), [moment.at, zones.sort()]]);
  }
  return waves;
};

const toWaves = ({ waves }: Occurrence): [number, string[]][] => waves.map(({ at, zones }) => [at, [...zones]]);

const slot = fc.record({
  day: fc.constantFrom<WeeklySlot['day']>(1, 2, 3, 4, 5, 6, 7),
  minute: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(0, 90, 120, 150, 1439)),
});
const zone = fc.oneof(
  fc.constant({ kind: 'local' } as const),
  fc
    .constantFrom(
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Africa/Casablanca',
      '+05:30',
      '-12:00',
      '+14:00',
    )
    .map((name) => ({ kind: 'fixed', zone: name }) as const),
);
const weekly = fc.record({
  kind: fc.constant('weekly' as const),
  slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 4, selector: ({ day, minute }) => day * 1440 + minute }),
  zone,
});

/** Dates near clock changes, including the day that Samoa skipped. */
const start = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 9, 1), max: Date.UTC(2027, 10, 30) }),
  fc.integer({ min: Date.UTC(2011, 11, 24), max: Date.UTC(2012, 0, 2) }),
  fc.integer({ min: Date.UTC(2027, 2, 26), max: Date.UTC(2027, 2, 29) }),
);

test('of a weekly timing by local time match its moments, wave by wave', () => {
  fc.assert(
    fc.property(weekly, start, fc.integer({ min: -30, max: 200 }), (timing, after, hours) => {
      const from = after + hours * HOUR;
      const to = Math.max(after, from) + 5 * DAY;
      const expected = byMoments(timing, after, to + 2 * DAY);
      const found: Occurrence[] = [];
      let inOrderFrom = -1;
      for (const occurrence of occurrencesOf(timing, { after, from }, new Map())) {
        if (occurrence === null) inOrderFrom = found.length;
        else if ((occurrence.waves[0]?.at ?? 0) < to) found.push(occurrence);
        else if (inOrderFrom >= 0) break;
      }
      const wanted = [...expected].filter(([, waves]) => (waves[0]?.[0] ?? 0) < to && (waves.at(-1)?.[0] ?? 0) >= from);
      expect(Object.fromEntries(found.map((one) => [localText(one.wall), toWaves(one)]))).toEqual(
        Object.fromEntries(wanted),
      );
      const later = found.slice(inOrderFrom).map(({ waves }) => waves[0]?.at ?? 0);
      expect(later).toEqual(later.toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});

test('a one-time timing has one, until its last zone has passed', () => {
  const timing = { kind: 'one-time', date: '2027-03-28', minute: 150, zone: { kind: 'local' } } as const;
  const ask = (after: number, from = after): Occurrence[] =>
    [...occurrencesOf(timing, { after, from }, new Map())].flatMap((one) => one ?? []);
  const [whole, ...others] = ask(Date.UTC(2027, 0, 1));
  expect(others).toEqual([]);
  const first = whole?.waves[0]?.at ?? 0;
  const last = whole?.waves.at(-1)?.at ?? 0;
  expect([first, last]).toEqual([Date.UTC(2027, 2, 27, 12, 30), Date.UTC(2027, 2, 28, 14, 30)]);
  expect(whole?.waves.find(({ zones }) => zones.includes('Europe/Berlin'))).toMatchObject({ note: 'skipped' });
  expect(ask(first)[0]?.waves).toEqual(whole?.waves.slice(1));
  expect(ask(0, last)).toHaveLength(1);
  expect(ask(0, last + 1)).toEqual([]);
  expect(ask(last)).toEqual([]);
  expect(ask(last - MINUTE)).toHaveLength(1);
});
