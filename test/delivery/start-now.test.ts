import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { SchedulerInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld } from './batch-world.js';
import { latestRun, MINUTE } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DEVICES = 5;
const TEXT = { language: 'en', title: 'now', text: 'now', image: null, icon: null, link: null };

/** A world whose clock is this long after the moment of an inactive one-time scheduler. */
const startWorld = async (database: Database, agoMs: number, input: Partial<SchedulerInput> = {}) => {
  const world = await BatchWorld.start({ database, fakes, sender });
  await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
  world.skip(MINUTE - (world.clock.now() % MINUTE));
  const now = new Date(world.clock.now()).toISOString();
  const timing = { kind: 'one-time', localTime: false, timezone: '+00:00' } as const;
  const scheduler = await world.services.schedulers.create(world.caller, {
    ...world.schedulerInput('one-time'),
    timing: { ...timing, date: now.slice(0, 10), time: now.slice(11, 16) },
    ...input,
  });
  const push = await world.makePush();
  await world.services.bindings.bind(world.caller, { schedulerId: scheduler.id, pushIds: [push.id] });
  world.skip(agoMs);
  return { world, id: scheduler.id };
};

describe.each(eachDatabase())('a one-time scheduler that starts now on $name', ({ open }) => {
  test.each([0, 30_000, 60_000])('sends a moment of %i ms ago at once, without being late', async (agoMs) => {
    await using database = await open();
    const { world, id } = await startWorld(database, agoMs, { gracePeriod: '0m' });
    await using _closing = world;
    await world.services.schedulers.activate(world.caller, id, { startNow: true });
    world.skip(1_500);
    await world.work();
    expect(sender.ledger).toHaveLength(DEVICES);
    expect(await latestRun(database)).toMatchObject({ status: 'finished', statusMessage: null });
  });

  test('sends a moment once, however often it is activated', async () => {
    await using database = await open();
    const { world, id } = await startWorld(database, 20_000);
    await using _closing = world;
    for (let time = 0; time < 2; time += 1) {
      await world.services.schedulers.activate(world.caller, id, { startNow: true });
      await world.work();
    }
    expect(sender.ledger).toHaveLength(DEVICES);
  });

  test('uses the clock of a named zone after another worker has new rules for it', async () => {
    await using database = await open();
    const { world, id } = await startWorld(database, 20_000);
    await using _closing = world;
    const at = new Date(world.clock.now() + 3_600_000).toISOString();
    const timing = { kind: 'one-time', localTime: false, timezone: 'Africa/Lagos' } as const;
    await world.services.schedulers.update(world.caller, id, {
      ...world.schedulerInput('one-time'),
      allowIanaZone: true,
      timing: { ...timing, date: at.slice(0, 10), time: at.slice(11, 16) },
    });
    await world.services.schedulers.activate(world.caller, id, { startNow: true });
    await database.tx((tx) => tx.query("UPDATE scheduler SET tz_release = 'another'"));
    await world.work();
    expect(sender.ledger).toHaveLength(DEVICES);
  });

  test('is refused if the moment was more than a minute ago', async () => {
    await using database = await open();
    const { world, id } = await startWorld(database, 60_001);
    await using _closing = world;
    const starting = world.services.schedulers.activate(world.caller, id, { startNow: true });
    await expect(starting).rejects.toMatchObject({ details: { violations: [{ field: 'id', code: 'PAST' }] } });
  });

  test('is refused without the option to start now', async () => {
    await using database = await open();
    const { world, id } = await startWorld(database, 1);
    await using _closing = world;
    const starting = world.services.schedulers.activate(world.caller, id);
    await expect(starting).rejects.toMatchObject({ details: { violations: [{ field: 'id', code: 'PAST' }] } });
  });

  test('must be one-time: the option is refused for other kinds', async () => {
    await using database = await open();
    const { world } = await startWorld(database, 0);
    await using _closing = world;
    const { schedulers } = world.services;
    const { id } = await schedulers.create(world.caller, world.schedulerInput('auto-push'));
    const starting = schedulers.activate(world.caller, id, { startNow: true });
    await expect(starting).rejects.toMatchObject({ details: { violations: [{ field: 'start_now' }] } });
  });

  test('an active campaign that is changed to start now starts now', async () => {
    await using database = await open();
    const { world, id } = await startWorld(database, 20_000);
    await using _closing = world;
    const { schedulers, campaigns } = world.services;
    const now = new Date(world.clock.now()).toISOString();
    await schedulers.update(world.caller, id, world.schedulerInput('one-time'));
    await schedulers.activate(world.caller, id);
    const timing = { kind: 'one-time', localTime: false, timezone: '+00:00' } as const;
    const change = {
      scheduler: {
        ...world.schedulerInput('one-time'),
        timing: { ...timing, date: now.slice(0, 10), time: now.slice(11, 16) },
      },
      pushes: [{ id: null, active: true, name: null, defaultLang: 'en', translations: [TEXT] }],
      deletePushIds: [],
      unchangedSince: null,
    };
    const refused = campaigns.update(world.caller, id, { ...change, startNow: false });
    await expect(refused).rejects.toMatchObject({ details: { violations: [{ field: 'date', code: 'PAST' }] } });
    await campaigns.update(world.caller, id, { ...change, startNow: true });
    await world.work();
    expect(sender.ledger).toHaveLength(2 * DEVICES);
  });
});
