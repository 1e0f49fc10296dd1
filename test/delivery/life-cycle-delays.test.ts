import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { Device } from '../../src/entities/device.js';
import type { Scheduler } from '../../src/entities/scheduler.js';
import type { SchedulerInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';
import { HOUR } from './batch-world.js';
import { latestRun, MINUTE, SENT, tryAgainIn } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const WAITING = 3;

interface Running {
  readonly world: AutoPushWorld;
  readonly scheduler: Scheduler;
  readonly devices: readonly Device[];
  readonly pushId: number;
}

type Action = (running: Running) => Promise<unknown>;

/** Three devices of one application whose one-hour delay has begun. */
const start = async (database: Database): Promise<Running> => {
  const world = await AutoPushWorld.start({ database, fakes, sender });
  const push = await world.makePush();
  const input = { timing: { kind: 'auto-push', delay: '1h' } } as const;
  const filters = { event_include: ['buy'] };
  const scheduler = await world.makeActive('auto-push', { pushes: [push], filters, input });
  const devices: Device[] = [];
  for (let index = 0; index < WAITING; index += 1) {
    const device = await world.makeDevice();
    await world.track(device, 'buy');
    devices.push(device);
  }
  return { world, scheduler, devices, pushId: push.id };
};

const update = ({ world, scheduler }: Running, delay: string, filters = {}) => {
  const timing: SchedulerInput['timing'] = { kind: 'auto-push', delay };
  const changed = world.schedulerInput('auto-push', { event_include: ['buy'], ...filters }, { timing });
  return world.services.schedulers.update(world.caller, scheduler.id, changed);
};

const countDue = async (database: Database) => (await database.query('SELECT id FROM due_send')).length;
const of = ({ world }: Running) => world.services;

describe.each(eachDatabase())('while a delay runs on $name', ({ open }) => {
  test.each<[name: string, sent: number, action: Action]>([
    ['nothing', WAITING, async () => undefined],
    ['activation once more', WAITING, (it) => of(it).schedulers.activate(it.world.caller, it.scheduler.id)],
    ['deactivation', 0, (it) => of(it).schedulers.deactivate(it.world.caller, it.scheduler.id)],
    [
      'deactivation and activation, since state is judged when it ends',
      WAITING,
      async (it) => {
        await of(it).schedulers.deactivate(it.world.caller, it.scheduler.id);
        await it.world.advance(HOUR / 2);
        await of(it).schedulers.activate(it.world.caller, it.scheduler.id);
      },
    ],
    ['archiving', 0, (it) => of(it).schedulers.archive(it.world.caller, it.scheduler.id)],
    [
      'archiving and unarchiving, which leaves it inactive',
      0,
      async (it) => {
        await of(it).schedulers.archive(it.world.caller, it.scheduler.id);
        await of(it).schedulers.unarchive(it.world.caller, it.scheduler.id);
      },
    ],
    ['deletion', 0, (it) => of(it).schedulers.delete(it.world.caller, it.scheduler.id)],
    ['an update of the filters', 0, (it) => update(it, '1h', { countries_include: ['CL'] })],
    ['an update that changes nothing but the name', WAITING, (it) => update(it, '1h')],
    ['an update of the delay, which is for later events', WAITING, (it) => update(it, '3h')],
    [
      'unbinding its pushes',
      0,
      (it) => of(it).bindings.bind(it.world.caller, { schedulerId: it.scheduler.id, pushIds: [] }),
    ],
    ['deactivating its push', 0, (it) => of(it).pushes.deactivate(it.world.caller, it.pushId)],
    ['deleting its push', 0, (it) => of(it).pushes.delete(it.world.caller, it.pushId)],
    ['archiving the application', 0, (it) => of(it).apps.archive(it.world.caller, it.world.app.id)],
    [
      'archiving and unarchiving the application: its devices have not come back',
      0,
      async (it) => {
        await of(it).apps.archive(it.world.caller, it.world.app.id);
        await of(it).apps.unarchive(it.world.caller, it.world.app.id);
      },
    ],
    ['deleting the application', 0, (it) => of(it).apps.delete(it.world.caller, it.world.app.id)],
  ])('%s: %i messages are sent when it ends', async (_name, sent, action) => {
    await using database = await open();
    const running = await start(database);
    await using world = running.world;
    const begun = world.clock.now();
    await action(running);
    await world.advance(begun + HOUR - 1 - world.clock.now());
    expect(sender.ledger).toHaveLength(0);
    await world.advance(1);
    expect(sender.ledger).toHaveLength(sent);
    expect(await countDue(database)).toBe(0);
    expect(await world.outcomes()).toEqual(sent > 0 ? { sent } : {});
    await world.advance(24 * HOUR);
    expect(sender.ledger).toHaveLength(sent);
  });

  test('pushes and texts may change: those bound at the end of the delay are sent', async () => {
    await using database = await open();
    const running = await start(database);
    await using world = running.world;
    const push = await world.makePush(['de']);
    await world.services.bindings.bind(world.caller, { schedulerId: running.scheduler.id, pushIds: [push.id] });
    const changed = { language: 'it', title: 'changed', text: 'text', image: null, icon: null, link: null };
    await world.services.pushes.update(world.caller, push.id, { defaultLang: 'it', translations: [changed] });
    await world.advance(HOUR);
    expect(sender.ledger.map((sent) => sent.title)).toEqual(Array(WAITING).fill('changed'));
  });

  test('the defaults of the application may change: those at the end of the delay apply', async () => {
    await using database = await open();
    const running = await start(database);
    await using world = running.world;
    const change = (collapseKey: string) =>
      world.services.apps.update(world.caller, world.app.id, { messageDefaults: { collapseKey } });
    await change('earlier');
    await world.advance(HOUR / 2);
    await change('later');
    const keys = new Set<string | null>();
    sender.before = ({ collapseKey }) => {
      keys.add(collapseKey);
    };
    await world.advance(HOUR / 2);
    expect(sender.ledger).toHaveLength(WAITING);
    expect(keys).toEqual(new Set(['later']));
  });

  test('an event before activation starts nothing', async () => {
    await using database = await open();
    const { world: running, scheduler, devices } = await start(database);
    await using world = running;
    await world.advance(HOUR);
    await world.services.schedulers.deactivate(world.caller, scheduler.id);
    for (const device of devices) await world.track(device, 'buy');
    await world.services.schedulers.activate(world.caller, scheduler.id);
    await world.advance(2 * HOUR);
    expect(sender.ledger).toHaveLength(WAITING);
  });

  test('deletion during sending counts messages in flight', async () => {
    await using database = await open();
    const running = await start(database);
    await using world = running.world;
    sender.after = () => world.services.schedulers.delete(world.caller, running.scheduler.id);
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(WAITING);
    expect(await world.outcomes()).toEqual({ sent: WAITING });
    expect(await countDue(database)).toBe(0);
    expect(await latestRun(database)).toMatchObject({ status: 'cancelled' });
    await world.advance(24 * HOUR);
    expect(sender.ledger).toHaveLength(WAITING);
  });
});

describe.each(eachDatabase())('the run of an hour of auto-push on $name', ({ open }) => {
  test('cannot be paused, and says what to do instead', async () => {
    await using database = await open();
    const running = await start(database);
    await using world = running.world;
    await world.advance(HOUR);
    const { id } = await latestRun(database);
    await expect(world.services.runs.pause(world.caller, id)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'An auto-push run cannot be paused; deactivate its scheduler instead.',
    });
    expect(await latestRun(database)).toMatchObject({ status: 'running' });
  });

  test('drops only its waiting messages when cancelled; delays continue, and the next message reopens it', async () => {
    await using database = await open();
    const running = await start(database);
    await using world = running.world;
    sender.answer = () => tryAgainIn(10 * MINUTE);
    await world.advance(HOUR);
    sender.answer = () => SENT;
    expect(await world.outcomes()).toEqual({ retrying: WAITING });
    for (const device of running.devices) await world.track(device, 'buy');
    const { id } = await latestRun(database);
    await world.services.runs.cancel(world.caller, id);
    await world.work();
    expect(await world.outcomes()).toEqual({ cancelled: WAITING });
    expect(await latestRun(database)).toMatchObject({ id, status: 'cancelled' });
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ cancelled: WAITING, sent: WAITING });
    expect(sender.ledger).toHaveLength(WAITING);
  });

  test('drops its waiting messages when cancelled, even if the next message reopens it at once', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null);
    const device = await world.makeDevice();
    await world.track(device, 'buy');
    sender.answer = () => tryAgainIn(10 * MINUTE);
    await world.work();
    sender.answer = () => SENT;
    await world.track(device, 'buy');
    const { id } = await latestRun(database);
    await world.services.runs.cancel(world.caller, id);
    // The due send comes before the waiting one.
    const context = { signal: new AbortController().signal, touch: async () => undefined };
    await world.flow.handlers()['due-sends']({}, context);
    expect(await latestRun(database)).toMatchObject({ id, status: 'running' });
    await world.work();
    expect(await world.outcomes()).toEqual({ cancelled: 1, sent: 1 });
    expect(sender.ledger).toHaveLength(1);
  });
});
