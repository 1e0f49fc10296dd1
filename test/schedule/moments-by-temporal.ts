import type { ClockTiming, WeeklySlot } from '../../src/schedule/timing.js';
import { instantByTemporal } from './temporal-oracle.js';

/** Instant → local time → the sorted zones that have this local time then and send. */
export type ExpectedMoments = Map<number, Map<string, string[]>>;

const DAY = 86_400_000;

/** Every moment of a local-time timing within a span, by brute force: each zone, each date, each slot. */
export const momentsByTemporal = (timing: ClockTiming, zones: readonly string[], [after, until]: [number, number]) => {
  const expected: ExpectedMoments = new Map();
  for (const zone of [...zones].sort()) {
    for (const [instant, locals] of turnsOf(localsOf(timing, after, until), zone)) {
      if (instant <= after || instant > until) continue;
      const parts = expected.get(instant) ?? new Map<string, string[]>();
      expected.set(instant, parts);
      for (const local of locals) {
        const sent = local === locals.at(-1) ? [zone] : [];
        parts.set(local, [...(parts.get(local) ?? []), ...sent]);
      }
    }
  }
  return new Map([...expected].sort(([a], [b]) => a - b));
};

const turnsOf = (locals: readonly string[], zone: string): Map<number, string[]> => {
  const turns = new Map<number, string[]>();
  for (const local of locals) {
    const instant = instantByTemporal(local, zone);
    turns.set(instant, [...(turns.get(instant) ?? []), local]);
  }
  return turns;
};

/** The timing's local times from two days before a span to two days after it, ascending. */
const localsOf = (timing: ClockTiming, after: number, until: number): string[] => {
  if (timing.kind === 'one-time') return [`${timing.date}T${clock(timing.minute)}`];
  const locals: string[] = [];
  const slots = [...timing.slots].sort((a, b) => a.minute - b.minute);
  for (let midnight = Math.floor(after / DAY) * DAY - 2 * DAY; midnight < until + 2 * DAY; midnight += DAY) {
    const date = new Date(midnight).toISOString().slice(0, 10);
    const ofDay = slots.filter(({ day }) => day === isoDay(midnight));
    locals.push(...new Set(ofDay.map(({ minute }) => `${date}T${clock(minute)}`)));
  }
  return locals;
};

const isoDay = (midnight: number): WeeklySlot['day'] =>
  (((new Date(midnight).getUTCDay() + 6) % 7) + 1) as WeeklySlot['day'];

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
