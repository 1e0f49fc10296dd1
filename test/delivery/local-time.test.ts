import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { HOUR } from './batch-world.js';
import { LocalWorld } from './local-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const AT_NOON: TimingInput = { kind: 'one-time', date: '2026-11-22', time: '12-00', localTime: true, timezone: null };
const DAY = 24 * HOUR;

describe.each(eachDatabase())('a send by local time on $name', ({ open }) => {
  const start = async (database: ConstructorParameters<typeof LocalWorld>[0]['database']) => {
    const config = { leaseMs: 600_000, graceMs: 100 * DAY };
    const world = new LocalWorld({ database, fakes, sender, config });
    await world.init();
    return world;
  };

  test('comes to each device at its own noon, once, and the scheduler is inactive after the last zone', async () => {
    await using database = await open();
    await using world = await start(database);
    for (const zone of ['Asia/Tokyo', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu', null]) {
      await world.addDevice(zone ?? 'nowhere', zone);
    }
    const scheduler = await world.send(AT_NOON);
    await world.goTo('2026-11-22T02:59:59Z', 6 * HOUR);
    expect(world.taken()).toEqual([]);
    await world.goTo('2026-11-22T03:00:00Z');
    expect(world.taken()).toEqual(['Asia/Tokyo']);
    await world.goTo('2026-11-22T06:15:00Z');
    expect(world.taken()).toEqual(['Asia/Kathmandu']);
    await world.goTo('2026-11-22T11:00:00Z');
    expect(world.taken()).toEqual(['Europe/Paris']);
    await world.goTo('2026-11-22T12:00:00Z');
    expect(world.taken()).toEqual(['nowhere']);
    const { scheduler: active } = await world.services.schedulers.get(world.caller, scheduler.id);
    expect(active.active).toBe(true);
    await world.goTo('2026-11-23T00:00:00Z', 3 * HOUR);
    expect(world.taken()).toEqual(['America/New_York']);
    const { scheduler: over } = await world.services.schedulers.get(world.caller, scheduler.id);
    expect(over).toMatchObject({ active: false, nextDueAt: null });
    await world.advance(2 * DAY);
    expect(world.taken()).toEqual([]);
    expect(await world.statuses('run')).toEqual({ finished: expect.any(Number) });
  });

  test('comes once to a travelling device, wherever it goes and whenever it reports that', async () => {
    await using database = await open();
    await using world = await start(database);
    const west = await world.addDevice('flies west', 'Asia/Tokyo');
    const east = await world.addDevice('flies east', 'America/New_York');
    const before = await world.addDevice('left before the first noon on earth', 'America/New_York');
    await world.services.devices.update(world.app, before, { timezone: 'Asia/Tokyo' });
    await world.send(AT_NOON);
    await world.goTo('2026-11-22T03:00:00Z', 6 * HOUR);
    expect(world.taken()).toEqual(['flies west', 'left before the first noon on earth']);
    await world.services.devices.update(world.app, west, { timezone: 'America/New_York' });
    // A device that flies east over its noon has missed the moment at its destination, but not at its origin.
    await world.services.devices.update(world.app, east, { timezone: 'Asia/Tokyo' });
    await world.goTo('2026-11-22T16:30:00Z', 2 * HOUR);
    expect(world.taken()).toEqual([]);
    await world.goTo('2026-11-24T00:00:00Z', 6 * HOUR);
    expect(world.taken()).toEqual(['flies east']);
  });

  test("comes weekly at each zone's own day and time", async () => {
    await using database = await open();
    await using world = await start(database);
    await world.addDevice('Tokyo', 'Asia/Tokyo');
    await world.addDevice('Honolulu', 'Pacific/Honolulu');
    await world.send({
      kind: 'weekly',
      timeSend: [{ day: 1, times: ['08:00'] }],
      localTime: true,
      timezone: null,
    });
    await world.goTo('2026-11-22T22:59:00Z', 12 * HOUR);
    expect(world.taken()).toEqual([]);
    await world.goTo('2026-11-22T23:00:00Z');
    expect(world.taken()).toEqual(['Tokyo']);
    await world.goTo('2026-11-23T18:00:00Z', 3 * HOUR);
    expect(world.taken()).toEqual(['Honolulu']);
    await world.goTo('2026-11-29T12:00:00Z', 48 * HOUR);
    await world.goTo('2026-11-30T18:00:00Z', 6 * HOUR);
    expect(world.taken()).toEqual(['Honolulu', 'Tokyo']);
  });

  test('comes once at the clock change if it skips both of two times', async () => {
    await using database = await open();
    await using world = await start(database);
    world.clock.set(Date.parse('2027-03-27T20:00:00Z'));
    await world.addDevice('Berlin', 'Europe/Berlin');
    await world.addDevice('London', 'Europe/London');
    const times = ['02:15', '02:45'];
    await world.send({ kind: 'weekly', timeSend: [{ day: 7, times }], localTime: true, timezone: null });
    await world.goTo('2027-03-28T01:00:00Z');
    expect(world.taken()).toEqual(['Berlin']);
    await world.goTo('2027-03-28T01:15:00Z');
    expect(world.taken()).toEqual(['London']);
    await world.goTo('2027-03-28T06:00:00Z');
    expect(world.taken()).toEqual(['London']);
  });

  test('reports how many devices were excluded because their noon had passed, and sends to the others', async () => {
    await using database = await open();
    await using world = await start(database);
    await world.addDevice('too late', 'Asia/Tokyo', 'u1');
    await world.addDevice('also too late', 'Australia/Sydney', 'u2');
    await world.addDevice('too late, and not meant', 'Asia/Tokyo', 'u3');
    await world.addDevice('in time', 'Europe/Paris', 'u4');
    world.clock.set(Date.parse('2026-11-22T05:00:00Z'));
    const strangers = Array.from({ length: 600 }, (_, index) => `stranger ${index}`);
    for (const others of [[], strangers]) {
      await world.send(AT_NOON, { external_ids: ['u1', 'u2', 'u4', ...others] });
    }
    await world.goTo('2026-11-22T14:00:00Z', 3 * HOUR);
    expect(world.taken()).toEqual(['in time', 'in time']);
    const runs = await database.query<{ left_out: number }>('SELECT scheduler_id, left_out FROM run ORDER BY id');
    const counts = runs.map((run) => Number(run.left_out)).filter((count) => count > 0);
    expect(counts).toEqual([2, 2]);
  });

  test('is refused at activation if the moment has passed everywhere', async () => {
    await using database = await open();
    await using world = await start(database);
    const scheduler = await world.services.schedulers.create(
      world.caller,
      world.schedulerInput('one-time', {}, { timing: AT_NOON }),
    );
    // The last noon of a day is in the zone 12 hours west of UTC.
    world.clock.set(Date.parse('2026-11-23T00:00:00Z'));
    await expect(world.services.schedulers.activate(world.caller, scheduler.id)).rejects.toThrow(/have passed/);
    world.clock.set(Date.parse('2026-11-22T23:59:00Z'));
    await world.services.schedulers.activate(world.caller, scheduler.id);
  });

  test('beyond the grace period is recorded as missed, each zone separately', async () => {
    await using database = await open();
    const config = { leaseMs: 600_000, graceMs: 2 * HOUR };
    await using world = new LocalWorld({ database, fakes, sender, config });
    await world.init();
    await world.addDevice('Tokyo', 'Asia/Tokyo');
    await world.addDevice('Paris', 'Europe/Paris');
    await world.send(AT_NOON);
    // The service goes down before Tokyo's noon and returns an hour after Paris's.
    world.clock.set(Date.parse('2026-11-22T12:00:00Z'));
    for (let sweeps = 0; sweeps < 40; sweeps += 1) await world.work();
    expect(world.taken()).toEqual(['Paris']);
    const statuses = await world.statuses('run');
    expect(statuses.missed).toBeGreaterThan(5);
    expect(statuses.finished).toBeGreaterThanOrEqual(2);
  });
});
