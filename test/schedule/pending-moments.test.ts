import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { localToInstant } from '../../src/schedule/local-to-instant.js';
import { firstPending, MAX_SHIFT_MS, type Reached, readClocks, readingOf } from '../../src/schedule/pending-moments.js';
import type { Timing } from '../../src/schedule/timing.js';
import { replaceZoneRules, type ZoneRules } from '../../src/schedule/zone-rules.js';
import { makeRelease } from '../support/zone-releases.js';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const MINUTE = 60_000;
/** A Wednesday. */
const START = Date.UTC(2026, 10, 25);
const END = START + 3 * 24 * HOUR;
const ZONES = ['America/Vancouver', 'Africa/Casablanca', 'Asia/Tokyo', 'Pacific/Apia'];
/** Times of day further apart than any shift of the rules. */
const TIMES = [1 * 60, 10 * 60 + 30, 19 * 60];
const DAYS = [3, 4] as const;

interface Plan {
  readonly activatedAt: number;
  /** Rules from an instant on: each zone's offset in quarter hours. */
  readonly changes: readonly { readonly at: number; readonly offsets: readonly number[] }[];
}

const plans: fc.Arbitrary<Plan> = fc
  .record({
    bases: fc.tuple(
      fc.integer({ min: -36, max: -20 }),
      fc.integer({ min: -4, max: 8 }),
      fc.integer({ min: 30, max: 40 }),
      fc.integer({ min: 44, max: 50 }),
    ),
    shifts: fc.array(fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 4, maxLength: 4 }), {
      minLength: 2,
      maxLength: 4,
    }),
    times: fc.uniqueArray(fc.integer({ min: 1, max: 60 * 60 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ bases, shifts, times }) => {
    const instants = times.sort((a, b) => a - b).map((minute) => START + minute * MINUTE);
    return {
      activatedAt: instants[0] ?? START,
      changes: shifts.map((shift, index) => ({
        at: index === 0 ? 0 : (instants[index] ?? END),
        offsets: bases.map((base, zone) => base + (shift[zone] ?? 0)),
      })),
    };
  });

const rulesOf = (index: number, offsets: readonly number[]): ZoneRules =>
  makeRelease(`r${index}`, Object.fromEntries(ZONES.map((zone, at) => [zone, () => (offsets[at] ?? 0) * QUARTER])));

const slots = DAYS.flatMap((day) => TIMES.map((minute) => ({ day, minute })));
const WALLS = DAYS.flatMap((day) => TIMES.map((minute) => ({ date: `2026-11-${day + 22}`, minute })));
const nameOf = ({ date, minute }: (typeof WALLS)[number]): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + minute * MINUTE).toISOString().slice(0, 16);

/** The instants at which workers send each local time to each zone, under the rules of the time. */
const carryOut = ({ activatedAt, changes }: Plan, zone: string | null): string[] => {
  const timing: Timing = { kind: 'weekly', slots, zone: zone === null ? { kind: 'local' } : { kind: 'fixed', zone } };
  const sent: string[] = [];
  const latest = new Map<string, number>();
  let ahead = new Map<string, number>();
  const reached: Reached = (name) =>
    Math.max(activatedAt + (ahead.get(name) ?? 0), latest.get(name) ?? Number.NEGATIVE_INFINITY);
  let now = activatedAt;
  for (const [index, { offsets }] of changes.entries()) {
    replaceZoneRules(rulesOf(index, offsets));
    now = Math.max(now, changes[index]?.at ?? 0);
    const until = changes[index + 1]?.at ?? END;
    if (index === 0) {
      ahead = new Map(
        Object.entries(readClocks(activatedAt)).flatMap(([ms, names]) => names.map((name) => [name, Number(ms)])),
      );
    }
    let from = now - 2 * MAX_SHIFT_MS;
    for (let due = firstPending(timing, from, reached); due; due = firstPending(timing, from, reached)) {
      if (Math.max(due.at, now) >= until) break;
      now = Math.max(due.at, now);
      for (const { local, zones } of due.parts) {
        for (const name of (zones ?? [zone ?? '']).filter((each) => ZONES.includes(each))) {
          sent.push(`${name} ${local} ${new Date(now).toISOString()}`);
        }
        for (const name of zones ?? [zone ?? '']) latest.set(name, readingOf(local));
      }
      from = due.at - 1;
    }
  }
  return sent.sort();
};

/** For each zone, a local time that is in the future at activation comes as soon as the current rules reach it. */
const expected = ({ activatedAt, changes }: Plan, zones: readonly string[]): string[] =>
  zones
    .flatMap((zone) =>
      WALLS.flatMap((wall) => {
        for (const [index, { at, offsets }] of changes.entries()) {
          replaceZoneRules(rulesOf(index, offsets));
          const instant = localToInstant(wall, zone);
          if (index === 0 && instant <= activatedAt) return [];
          const until = changes[index + 1]?.at ?? END;
          if (instant < until) {
            return [`${zone} ${nameOf(wall)} ${new Date(Math.max(instant, index === 0 ? 0 : at)).toISOString()}`];
          }
        }
        return [];
      }),
    )
    .sort();

describe('moments under changing rules', () => {
  const check = (zone: string | null, numRuns: number) => {
    try {
      fc.assert(
        fc.property(plans, (plan) => {
          expect(carryOut(plan, zone)).toEqual(expected(plan, zone === null ? ZONES : [zone]));
        }),
        { numRuns },
      );
    } finally {
      replaceZoneRules(null);
    }
  };

  test.each(ZONES)(
    'every local time of %s comes exactly once, at the instant under the rules then in force',
    (zone) => {
      check(zone, 60);
    },
  );

  test('by local time every zone has every local time exactly once', () => {
    check(null, 8);
  });
});
