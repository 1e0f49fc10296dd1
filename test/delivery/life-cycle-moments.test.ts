import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import type { Push } from '../../src/entities/push.js';
import type { Scheduler } from '../../src/entities/scheduler.js';
import type { SchedulerInput, TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { account, accountOf, DAY, latestRun } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

/** A Saturday at ten, an hour after the start. */
const WEEKLY = { kind: 'weekly', timeSend: [{ day: 6, times: ['10:00'] }], localTime: false } as const;
const timing: TimingInput = { ...WEEKLY, timezone: '+00:00' };
const CHILEANS = 3;
const OTHERS = 4;
const ALL = CHILEANS + OTHERS;
const ELSEWHERE = 2;

interface Pending {
  readonly world: BatchWorld;
  readonly scheduler: Scheduler;
  readonly push: Push;
  /** The audience has seven devices, three of them in Chile. */
  readonly app: App;
  /** The audience has two devices. */
  readonly other: App;
}

type Action = (pending: Pending) => Promise<unknown>;

/** A weekly scheduler whose moment is an hour ahead. */
const start = async (database: Database): Promise<Pending> => {
  const world = await BatchWorld.start({ database, fakes, sender });
  const app = await world.makeApp('provider_c');
  await world.seedDevices(app, ALL, (index) => ({ country: index < CHILEANS ? 'CL' : 'PE' }));
  const other = await world.makeApp('provider_c');
  await world.seedDevices(other, ELSEWHERE);
  const push = await world.makePush();
  const filters = { app_ids_include: [app.id, other.id] };
  const scheduler = await world.makeActive('weekly', { pushes: [push], filters, input: { timing } });
  return { world, scheduler, push, app, other };
};

const update = ({ world, scheduler, app, other }: Pending, input: Partial<SchedulerInput>, filters = {}) => {
  const whole = { app_ids_include: [app.id, other.id], ...filters };
  const changed = world.schedulerInput('weekly', whole, { timing, ...input });
  return world.services.schedulers.update(world.caller, scheduler.id, changed);
};

const titles = () => [...new Set(sender.ledger.map((sent) => sent.title))];

describe.each(eachDatabase())('while a moment is pending on $name', ({ open }) => {
  test.each<[name: string, sent: number, active: boolean, action: Action]>([
    ['nothing', ALL + ELSEWHERE, true, async () => undefined],
    [
      'activation once more',
      ALL + ELSEWHERE,
      true,
      ({ world, scheduler }) => world.services.schedulers.activate(world.caller, scheduler.id),
    ],
    [
      'deactivation',
      0,
      false,
      ({ world, scheduler }) => world.services.schedulers.deactivate(world.caller, scheduler.id),
    ],
    [
      'deactivation and activation again',
      ALL + ELSEWHERE,
      true,
      async ({ world, scheduler }) => {
        await world.services.schedulers.deactivate(world.caller, scheduler.id);
        await world.services.schedulers.activate(world.caller, scheduler.id);
      },
    ],
    ['archiving', 0, false, ({ world, scheduler }) => world.services.schedulers.archive(world.caller, scheduler.id)],
    [
      'archiving and unarchiving, which leaves it inactive',
      0,
      false,
      async ({ world, scheduler }) => {
        await world.services.schedulers.archive(world.caller, scheduler.id);
        await world.services.schedulers.unarchive(world.caller, scheduler.id);
      },
    ],
    ['an update of the filters', CHILEANS, true, (pending) => update(pending, {}, { countries_include: ['cl'] })],
    [
      'an update to an earlier time, which has passed this week',
      0,
      true,
      (pending) => update(pending, { timing: { ...timing, timeSend: [{ day: 6, times: ['08:00'] }] } }),
    ],
    ['an update that keeps the time', ALL + ELSEWHERE, true, (pending) => update(pending, { name: 'renamed' })],
    [
      'unbinding its pushes',
      0,
      true,
      ({ world, scheduler }) => world.services.bindings.bind(world.caller, { schedulerId: scheduler.id, pushIds: [] }),
    ],
    ['deactivating its push', 0, true, ({ world, push }) => world.services.pushes.deactivate(world.caller, push.id)],
    ['archiving its push', 0, true, ({ world, push }) => world.services.pushes.archive(world.caller, push.id)],
    ['deleting its push', 0, true, ({ world, push }) => world.services.pushes.delete(world.caller, push.id)],
    [
      'archiving an application',
      ELSEWHERE,
      true,
      ({ world, app }) => world.services.apps.archive(world.caller, app.id),
    ],
    ['deleting an application', ELSEWHERE, true, ({ world, app }) => world.services.apps.delete(world.caller, app.id)],
    [
      'archiving and unarchiving an application, which takes it out for good',
      ELSEWHERE,
      true,
      async ({ world, app }) => {
        await world.services.apps.archive(world.caller, app.id);
        await world.services.apps.unarchive(world.caller, app.id);
      },
    ],
    [
      'deleting all of its applications',
      0,
      false,
      async ({ world, app, other }) => {
        await world.services.apps.delete(world.caller, app.id);
        await world.services.apps.delete(world.caller, other.id);
      },
    ],
  ])('%s: %i messages are sent', async (name, sent, active, action) => {
    await using database = await open();
    const pending = await start(database);
    await using world = pending.world;
    await action(pending);
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(sent));
    const { scheduler } = await world.services.schedulers.get(world.caller, pending.scheduler.id);
    expect(scheduler.active).toBe(active);
    expect(scheduler.nextDueAt === null).toBe(!active);
    if (active)
      expect(world.jobs.later.get(`moment scheduler:${scheduler.id}`)?.at).toBe(scheduler.nextDueAt?.getTime());
    // Next week is like this one, except for times that have passed.
    sender.reset();
    await world.advance(7 * DAY - 2 * HOUR);
    await world.advance(2 * HOUR);
    expect(sender.ledger).toHaveLength(name.includes('earlier time') ? ALL + ELSEWHERE : sent);
  });

  test('deletion: nothing is sent, and scheduler and pushes are gone', async () => {
    await using database = await open();
    const pending = await start(database);
    await using world = pending.world;
    await world.services.schedulers.delete(world.caller, pending.scheduler.id);
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(0));
    for (const table of ['scheduler', 'push', 'run'])
      expect(await database.query(`SELECT id FROM ${table}`)).toEqual([]);
    expect(world.jobs.later.size).toBe(0);
  });

  test('an update to a later time: sent then, and not before', async () => {
    await using database = await open();
    const pending = await start(database);
    await using world = pending.world;
    await update(pending, { timing: { ...timing, timeSend: [{ day: 6, times: ['11:30'] }] } });
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(0);
    await world.advance(1.5 * HOUR);
    expect(await accountOf(world, sender)).toEqual(account(ALL + ELSEWHERE));
  });

  test('pushes and texts may change: those bound at the moment are sent', async () => {
    await using database = await open();
    const pending = await start(database);
    await using world = pending.world;
    const [first, second] = [await world.makePush(['de']), await world.makePush(['fr'])];
    const pushIds = [first.id, second.id];
    await world.services.bindings.bind(world.caller, { schedulerId: pending.scheduler.id, pushIds });
    const changed = { language: 'it', title: 'changed', text: 'text', image: null, icon: null, link: null };
    await world.services.pushes.update(world.caller, second.id, { defaultLang: 'it', translations: [changed] });
    await world.advance(HOUR);
    expect(titles()).toEqual(['title de', 'changed']);
    expect(sender.ledger).toHaveLength(2 * (ALL + ELSEWHERE));
  });

  test('the defaults of an application may change: those at the moment apply', async () => {
    await using database = await open();
    const { world, app } = await start(database);
    await using _ = world;
    for (const collapseKey of ['earlier', 'later'])
      await world.services.apps.update(world.caller, app.id, { messageDefaults: { collapseKey } });
    const keys = new Set<string | null>();
    sender.before = (batch) => {
      if (batch.app.id === app.id) keys.add(batch.collapseKey);
    };
    await world.advance(HOUR);
    expect(keys).toEqual(new Set(['later']));
  });

  test('a new application is included if the scheduler has all applications', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 3);
    await world.makeRun();
    await world.seedDevices(await world.makeApp('provider_c'), 2);
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(5));
  });
});

describe.each(eachDatabase())('a due moment that no worker has reached yet on $name', ({ open }) => {
  test('is not lost by an update that keeps the time', async () => {
    await using database = await open();
    const pending = await start(database);
    await using world = pending.world;
    world.skip(HOUR + 60_000);
    await update(pending, { name: 'renamed' }, { countries_include: ['cl'] });
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(CHILEANS));
    expect(await latestRun(database)).toMatchObject({ dueAt: new Date(world.clock.now() - 60_000) });
  });

  test('of a one-time scheduler may be renamed without being refused', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 3);
    const input = world.schedulerInput('one-time');
    const scheduler = await world.makeActive('one-time', { pushes: [await world.makePush()], input });
    world.skip(HOUR + 60_000);
    await world.services.schedulers.update(world.caller, scheduler.id, { ...input, name: 'renamed' });
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(3));
  });

  test('is cancelled by deactivating the scheduler, even if it is activated again', async () => {
    await using database = await open();
    const pending = await start(database);
    await using world = pending.world;
    world.skip(HOUR + 60_000);
    await world.services.schedulers.deactivate(world.caller, pending.scheduler.id);
    await world.services.schedulers.activate(world.caller, pending.scheduler.id);
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(0));
    await world.advance(7 * DAY);
    expect(sender.ledger).toHaveLength(ALL + ELSEWHERE);
  });
});
