import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { execute } from '../../src/database/database.js';
import type { Device } from '../../src/entities/device.js';
import type { TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { HOUR } from './batch-world.js';
import { LocalWorld } from './local-world.js';
import { expectedInstants, firstInstant, type Journey, ZONES } from './travel-oracle.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DAY = 24 * HOUR;
const DEVICES = 40;
/** A generous limit, so that a busy machine does not fail the test. */
const PATIENCE_MS = 180_000;
const CONFIG = { leaseMs: 600_000, graceMs: 100 * DAY };

interface Plan {
  readonly timing: TimingInput;
  /** The local time at which it sends. */
  readonly locals: readonly string[];
  readonly startsAt: number;
  readonly activatedAt: number;
  readonly endsAt: number;
  readonly journeys: readonly Journey[];
}

/** Runs the plan. Returns the instants at which each device got a message. */
const carryOut = async (world: LocalWorld, plan: Plan): Promise<number[][]> => {
  world.clock.set(plan.startsAt);
  const devices: Device[] = [];
  for (const [index, { zone }] of plan.journeys.entries()) devices.push(await world.addDevice(String(index), zone));
  const sent: number[][] = devices.map(() => []);
  const steps = stepsOf(world, plan, devices);
  for (let step = steps.shift(); step; step = steps.shift()) {
    for (let due = await world.nextDueAt(); due !== null && due <= step.at; due = await world.nextDueAt()) {
      // A zone change in the millisecond of a moment happens before or after the moment runs.
      if (due === step.at && step.early) break;
      world.clock.set(due);
      await world.work();
      for (const name of world.taken()) sent[Number(name)]?.push(due);
    }
    world.clock.set(step.at);
    await step.take();
  }
  return sent;
};

interface Step {
  readonly at: number;
  readonly early: boolean;
  take(): Promise<unknown>;
}

const stepsOf = (world: LocalWorld, plan: Plan, devices: readonly Device[]): Step[] => {
  const steps: Step[] = [
    { at: plan.activatedAt, early: false, take: () => world.send(plan.timing) },
    { at: plan.endsAt, early: false, take: async () => undefined },
  ];
  for (const [index, { changes }] of plan.journeys.entries()) {
    const device = devices[index];
    if (!device) continue;
    for (const { at, zone, early } of changes) {
      steps.push({ at, early, take: () => world.services.devices.update(world.app, device, { timezone: zone }) });
    }
  }
  for (let at = plan.startsAt + 5 * HOUR; at < plan.endsAt; at += 12 * HOUR) {
    steps.push({ at, early: false, take: () => world.jobs.enqueue('upkeep', {}) });
  }
  return steps.sort((a, b) => a.at - b.at);
};

const ONE_TIME: TimingInput = { kind: 'one-time', date: '2026-11-24', time: '12-00', localTime: true, timezone: null };
const WEEKLY: TimingInput = {
  kind: 'weekly',
  timeSend: [
    { day: 2, times: ['12:00'] },
    { day: 3, times: ['08:45'] },
  ],
  localTime: true,
  timezone: null,
};
const NOON = '2026-11-24T12:00';
const FIRST = firstInstant(NOON);

/** Makes up to six changes, often near the first instant, or exactly at a zone's noon. */
const journeyArbitrary = (endsAt: number): fc.Arbitrary<Journey> => {
  const zone = fc.constantFrom(...ZONES);
  const at = fc.oneof(
    fc.integer({ min: FIRST - 40 * HOUR + 1, max: endsAt }),
    fc.integer({ min: FIRST - HOUR, max: FIRST + 27 * HOUR }),
    fc.constantFrom(-1, 0, 1).map((ms) => FIRST + ms),
    fc.nat({ max: 26 }).map((hours) => FIRST + hours * HOUR),
  );
  const changes = fc.array(fc.record({ at, zone, early: fc.boolean() }), { maxLength: 6 });
  return fc.record({ zone, changes: changes.map((list) => list.sort((a, b) => a.at - b.at)) });
};

const planArbitrary = (plan: Pick<Plan, 'timing' | 'locals' | 'endsAt'>, devices: number): fc.Arbitrary<Plan> =>
  fc
    .record({
      // Half of them are in time for every zone; the others are too late for some.
      activatedAt: fc.oneof(
        fc.constant(FIRST - 30 * HOUR),
        fc.integer({ min: FIRST - 30 * HOUR, max: FIRST + 5 * HOUR }),
      ),
      journeys: fc.array(journeyArbitrary(plan.endsAt), { minLength: devices, maxLength: devices }),
    })
    .map((rest) => ({ ...plan, startsAt: FIRST - 40 * HOUR, ...rest }));

describe.each(eachDatabase())('devices that travel, on $name', ({ open, name }) => {
  const numRuns = name === 'sqlite' ? 2 : 1;

  const keepsTo = (plans: fc.Arbitrary<Plan>) =>
    fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        sender.reset();
        await using database = await open();
        await using world = new LocalWorld({ database, fakes, sender, config: CONFIG });
        await world.init();
        const sent = await carryOut(world, plan);
        expect(sent).toEqual(plan.journeys.map((journey) => expectedInstants(journey, plan.locals, plan.activatedAt)));
      }),
      { numRuns, endOnFailure: true },
    );

  test(
    'get a one-time push by local time exactly once, however often they change zones',
    async () => {
      await keepsTo(planArbitrary({ timing: ONE_TIME, locals: [NOON], endsAt: FIRST + 50 * HOUR }, DEVICES));
    },
    PATIENCE_MS,
  );

  test(
    'get every weekly push by local time exactly once, however often they change zones',
    async () => {
      const locals = [NOON, '2026-11-25T08:45'];
      await keepsTo(planArbitrary({ timing: WEEKLY, locals, endsAt: FIRST + 3 * DAY }, DEVICES));
    },
    PATIENCE_MS,
  );

  /** The hours after the first instant at which devices get a message, as `name hours`. */
  const sentUntil = async (world: LocalWorld, hours: number): Promise<string[]> => {
    const sent: string[] = [];
    for (
      let due = await world.nextDueAt();
      due !== null && due <= FIRST + hours * HOUR;
      due = await world.nextDueAt()
    ) {
      world.clock.set(Math.max(due, world.clock.now()));
      await world.work();
      sent.push(...world.taken().map((name) => `${name} ${(due - FIRST) / HOUR}`));
    }
    world.clock.set(FIRST + hours * HOUR);
    return sent;
  };

  test('are judged by their zone at activation if the local time had already come', async () => {
    await using database = await open();
    await using world = new LocalWorld({ database, fakes, sender, config: CONFIG });
    await world.init();
    world.clock.set(FIRST - HOUR);
    const untold = await world.addDevice('untold', null);
    const moved = await world.addDevice('moved', 'Pacific/Kiritimati');
    world.clock.set(FIRST + 8 * HOUR);
    await world.services.devices.update(world.app, untold, { timezone: 'America/New_York' });
    await world.services.devices.update(world.app, moved, { timezone: 'Europe/Berlin' });
    world.clock.advance(1);
    await world.send(ONE_TIME);
    expect(await sentUntil(world, 30)).toEqual(['moved 13', 'untold 19']);
  });

  test('get it once, even if the scheduler is reactivated during the local time', async () => {
    await using database = await open();
    await using world = new LocalWorld({ database, fakes, sender, config: CONFIG });
    await world.init();
    const { schedulers, devices } = world.services;
    world.clock.set(FIRST - HOUR);
    const west = await world.addDevice('west', 'Pacific/Kiritimati');
    const east = await world.addDevice('east', 'America/New_York');
    const { id } = await world.send(ONE_TIME);
    const sent = await sentUntil(world, 1);
    for (const [hours, westward, eastward] of [
      [2, 'Asia/Tokyo', 'America/Sao_Paulo'],
      [8, 'Europe/Berlin', 'Pacific/Honolulu'],
    ] as const) {
      await schedulers.deactivate(world.caller, id);
      world.clock.set(FIRST + hours * HOUR);
      await devices.update(world.app, west, { timezone: westward });
      await devices.update(world.app, east, { timezone: eastward });
      world.clock.advance(1);
      await schedulers.activate(world.caller, id);
      sent.push(...(await sentUntil(world, hours + 1)));
    }
    sent.push(...(await sentUntil(world, 30)));
    expect(sent).toEqual(['west 0', 'east 19']);
  });

  test('that were excluded are counted even if the first of the remaining moments is missed', async () => {
    await using database = await open();
    await using world = new LocalWorld({ database, fakes, sender, config: { ...CONFIG, graceMs: HOUR } });
    await world.init();
    world.clock.set(FIRST + 8 * HOUR);
    for (const zone of ['Pacific/Kiritimati', 'Europe/Berlin', 'America/New_York']) await world.addDevice(zone, zone);
    await world.send(ONE_TIME);
    // The service is down for over two hours after every moment before 18 hours.
    world.clock.set(FIRST + 18 * HOUR + 1);
    while (((await world.nextDueAt()) ?? Number.POSITIVE_INFINITY) <= world.clock.now()) await world.work();
    await sentUntil(world, 30);
    const runs = await database.query<{ status: string; left_out: number }>(
      'SELECT status, left_out FROM run ORDER BY due_at',
    );
    expect(runs[0]).toMatchObject({ status: 'missed' });
    expect(runs.find(({ status }) => status === 'finished')?.left_out).toBe(1);
  });

  test('keep their history for as long as a stalled run may need it', async () => {
    await using database = await open();
    await using world = new LocalWorld({ database, fakes, sender, config: CONFIG });
    await world.init();
    world.clock.set(FIRST - HOUR);
    const device = await world.addDevice('traveller', 'Pacific/Kiritimati');
    const other = await world.addDevice('other', 'Asia/Tokyo');
    await world.send(ONE_TIME);
    for (const hours of [2, 3]) {
      world.clock.set(FIRST + hours * HOUR);
      await world.services.devices.update(world.app, device, { timezone: ZONES[hours] });
    }
    const changes = async () => (await database.query('SELECT zone_before FROM device_zone_change')).length;
    const upkeep = async () => {
      await world.jobs.enqueue('upkeep', {});
      await world.jobs.settle(world.flow.handlers());
      return changes();
    };
    // The service is down for five days. The moment still runs, with the zones of that time.
    world.clock.set(FIRST + 5 * DAY);
    expect(await upkeep()).toBe(2);
    while ((await world.nextDueAt()) !== null) await world.work();
    expect(world.taken()).toEqual(['other', 'traveller']);
    await world.services.devices.update(world.app, other, { timezone: 'UTC' });
    expect(await upkeep()).toBe(1);
    const setRuns = (status: string) =>
      database.tx((tx) => execute(tx, `UPDATE run SET status = '${status}', due_at = ${world.clock.now()}`));
    await database.tx((tx) => execute(tx, 'DELETE FROM run WHERE id > 1'));
    await setRuns('paused');
    world.clock.advance(7 * DAY);
    expect(await upkeep()).toBe(1);
    await setRuns('finished');
    expect(await upkeep()).toBe(0);
    await world.services.devices.update(world.app, other, { timezone: 'Asia/Tokyo' });
    expect(await upkeep()).toBe(1);
    await world.services.apps.delete(world.caller, world.app.id);
    expect(await upkeep()).toBe(0);
  });
});
