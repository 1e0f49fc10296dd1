import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { App } from '../../src/entities/app.js';
import type { Goal } from '../../src/ports/goals.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { ConversionWorld, DAY, HOUR } from './conversion-world.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

/** The facts that the oracle gets; it sees nothing else. */
interface Sent {
  readonly run: number;
  readonly device: number;
  readonly unit: string;
  readonly arm: number;
  readonly kind: 'real' | 'ghost' | 'refused';
  readonly at: number;
  clickedAt: number | null;
}

interface Happened {
  readonly unit: string;
  readonly code: string;
  readonly id: string;
  readonly at: number;
  readonly price: number | null;
}

const GOALS: readonly (readonly Goal[])[] = [
  [{ name: 'Buys', event: 'buy', window: 3 * 86_400, valueProperty: 'price' }],
  [
    { name: 'Visits', event: 'visit', window: 3_600, valueProperty: null },
    { name: 'Buys soon', event: 'buy', window: 7_200, valueProperty: 'price' },
    { name: 'Buys', event: 'buy', window: 30 * 86_400, valueProperty: 'price' },
  ],
  [{ name: 'Visits', event: 'visit', window: 30 * 86_400, valueProperty: 'price' }],
];

describe.each(eachDatabase())('conversions on $name', ({ open }) => {
  test.each([1, 2, 3])(
    'random messages, clicks and events are counted as an oracle counts them (seed %i)',
    async (seed) => {
      await using database = await open();
      const world = await ConversionWorld.start(database, fakes);
      await using _world = world;
      const random = mulberry(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const apps = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
      const devices: { app: App; id: number; unit: string }[] = [];
      for (const [index, app] of apps.entries()) {
        const made = await world.makeDevices(app, 6, (n) => (n < 4 ? { externalUserId: `user ${n}` } : {}));
        for (const [n, { device }] of made.entries()) {
          devices.push({ app, id: device.id, unit: n < 4 ? `user ${n}` : `device ${index} ${n}` });
        }
      }
      const runs: { id: number; goals: readonly Goal[] }[] = [];
      const sends: Sent[] = [];
      const events: Happened[] = [];
      // A message counts one click, however often it was sent.
      const isClicked = ({ run, device }: Sent) =>
        sends.some((one) => one.run === run && one.device === device && one.clickedAt !== null);
      for (let step = 0; step < 260; step += 1) {
        world.clock.advance(Math.floor(random() ** 3 * 20 * HOUR) + 1);
        const device = pick(devices);
        const act = random();
        if (runs.length < 3 || act < 0.04) {
          const goals = pick(GOALS);
          runs.push({ id: await world.addRun(goals), goals });
        } else if (act < 0.45) {
          const { id: run } = pick(runs.slice(-6));
          const known = sends.find((sent) => sent.run === run && sent.unit === device.unit);
          // A unit stays in its arm.
          const arm = known?.arm ?? pick([-2, -1, 0, 1]);
          const kind = arm < 0 ? 'ghost' : random() < 0.2 ? 'refused' : 'real';
          const outcome = ({ real: 'sent', ghost: arm === -1 ? 'CONTROL' : 'HOLDOUT', refused: 'failed' } as const)[
            kind
          ];
          await world.send({ runId: run, app: device.app, deviceId: device.id, outcome, arm });
          sends.push({ run, device: device.id, unit: device.unit, arm, kind, at: world.clock.now(), clickedAt: null });
        } else if (act < 0.55) {
          const sent = pick(sends.filter((one) => one.kind === 'real' && !isClicked(one)).slice(-8));
          const owner = devices.find(({ id }) => id === sent?.device);
          if (!sent || !owner) continue;
          await world.click({ runId: sent.run, app: owner.app, deviceId: owner.id });
          for (const same of sends) {
            if (same.run === sent.run && same.device === sent.device) same.clickedAt ??= world.clock.now();
          }
        } else if (act < 0.92) {
          const isAgain = events.length > 0 && random() < 0.2;
          const late = random() < 0.3 ? Math.floor(random() * 3 * HOUR) : 0;
          const price = random() < 0.7 ? Math.floor(random() * 1_000) / 4 : null;
          const fresh = { code: pick(['buy', 'visit']), id: `event ${step}`, at: world.clock.now() - late, price };
          const again = isAgain ? pick(events) : null;
          const event = again ?? { ...fresh, unit: device.unit };
          // Any device of the user may report the same event again.
          const from = again ? pick(devices.filter(({ unit }) => unit === again.unit)) : device;
          const data = event.price === null ? { note: 'none' } : { price: event.price };
          const input = { code: event.code, id: event.id, occurredAt: new Date(event.at), data };
          await world.services.deviceEvents.track(from.app, from, [input]);
          if (!again) events.push(event);
        } else {
          await world.countDue();
        }
      }
      await world.count();

      expect(await world.counts()).toEqual(oracle({ runs, sends, events }));
      expect(events.length).toBeGreaterThan(50);
      const names = Object.keys(await world.counts());
      for (const kind of ['converted', 'attributed']) expect(names.some((name) => name.endsWith(kind))).toBe(true);
      const waiting = await database.query('SELECT id FROM goal_event');
      expect(waiting).toEqual([]);
    },
  );
});

interface Facts {
  readonly runs: readonly { readonly id: number; readonly goals: readonly Goal[] }[];
  readonly sends: readonly Sent[];
  readonly events: readonly Happened[];
}

/** Counts by scanning all facts for each run, goal, arm and unit. */
const oracle = ({ runs, sends, events }: Facts): Record<string, number> => {
  const counts: Record<string, number> = {};
  const add = (name: string, count: number) => {
    counts[name] = (counts[name] ?? 0) + count;
  };
  // A refused message counts only as the unit's first message, when arms are compared.
  const touching = sends.filter(
    ({ run, unit, kind }, index) =>
      kind !== 'refused' || sends.findIndex((sent) => sent.run === run && sent.unit === unit) === index,
  );
  const touches = (event: Happened, run: number, seconds: number) =>
    touching.some(
      ({ run: id, unit, at }) => id === run && unit === event.unit && at <= event.at && at > event.at - seconds * 1_000,
    );
  const reached = (event: Happened, { id, goals }: Facts['runs'][number]) =>
    goals.filter(({ event: code, window }) => code === event.code && touches(event, id, window));
  const creditOf = (event: Happened): number | undefined => {
    const candidates = runs.filter((run) => reached(event, run).length > 0).map(({ id }) => id);
    const real = sends.filter(
      ({ run, unit, kind, at }) => candidates.includes(run) && unit === event.unit && kind === 'real' && at <= event.at,
    );
    const clicked = real.filter(({ clickedAt: at }) => at !== null && at <= event.at && at > event.at - DAY);
    const recent = real.filter(({ at }) => at > event.at - 6 * HOUR);
    const last = (list: readonly Sent[], of: (sent: Sent) => number) =>
      [...list].sort((a, b) => of(a) - of(b) || a.run - b.run).at(-1)?.run;
    return last(clicked, ({ clickedAt }) => clickedAt ?? 0) ?? last(recent, ({ at }) => at);
  };
  for (const run of runs) {
    const units = new Map(sends.filter((sent) => sent.run === run.id).map(({ unit, arm }) => [unit, arm]));
    for (const [unit, arm] of units) {
      add(`${run.id} -1 ${arm} units`, 1);
      for (const [index, goal] of run.goals.entries()) {
        const converted = events.filter((event) => event.unit === unit && reached(event, run).includes(goal));
        if (converted.length === 0) continue;
        const name = `${run.id} ${index} ${arm}`;
        const worthOf = ({ price }: Happened) => (goal.valueProperty === 'price' ? (price ?? 0) : 0);
        add(`${name} converted`, 1);
        for (const event of converted) {
          add(`${name} converted value`, worthOf(event));
          if (creditOf(event) !== run.id) continue;
          add(`${name} attributed`, 1);
          add(`${name} attributed value`, worthOf(event));
        }
      }
    }
  }
  const kept = Object.entries(counts).filter(([, count]) => count !== 0);
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** A small seeded generator (mulberry32). */
const mulberry = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
