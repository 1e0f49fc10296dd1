import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { account, accountOf, carryOut, DEVICES, MINUTE, SENT, SLICE, tryAgainIn } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const refuse = (afterMs: number) =>
  ({ kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '403 InvalidProviderToken', afterMs }) as const;

const renewCredentials = async (world: BatchWorld | AutoPushWorld, app: App) => {
  const { given } = await fakes.makeApp('provider_c');
  await world.services.apps.updateCredentials(world.caller, app.id, 'provider_c', given as Record<string, string>);
};

const startRun = async (database: Database, devices = DEVICES) => {
  const world = await BatchWorld.start({ database, fakes, sender });
  const app = await world.makeApp('provider_c');
  await world.seedDevices(app, devices);
  await world.makeRun();
  return { world, app };
};

describe.each(eachDatabase())('new credentials of a paused application on $name', ({ open }) => {
  test('let its batches and refused messages continue at once', async () => {
    await using database = await open();
    const { world: made, app } = await startRun(database);
    await using world = made;
    sender.answer = () => refuse(3 * HOUR);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: SLICE });
    sender.answer = () => SENT;
    await world.advance(10 * MINUTE);
    expect(await world.outcomes()).toEqual({ retrying: SLICE });
    await renewCredentials(world, app);
    await carryOut(world);
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('do not bring forward a message that waits for another reason', async () => {
    await using database = await open();
    const { world: made, app } = await startRun(database, 5);
    await using world = made;
    sender.answer = () => tryAgainIn(30 * MINUTE);
    await world.advance(HOUR);
    // A second run is refused entirely.
    sender.answer = () => refuse(3 * HOUR);
    await world.makeRun();
    await world.advance(HOUR / 4);
    sender.answer = () => SENT;
    await database.tx((tx) => tx.query('UPDATE app SET paused_until = ?', [world.clock.now() + 3 * HOUR]));
    await renewCredentials(world, app);
    await carryOut(world);
    expect(sender.ledger).toHaveLength(0);
    expect(await world.outcomes()).toEqual({ retrying: 5 });
  });

  test('let messages that came due during the pause continue at once, however long the pause', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender, config: { leaseMs: 10 * HOUR } });
    await world.makeAutoPush(null);
    await world.makeAutoPush('4h', { event_include: ['leave'] });
    const device = await world.makeDevice();
    sender.answer = () => refuse(2 * HOUR);
    for (const event of ['buy', 'leave']) await world.track(device, event);
    await world.work();
    await world.track(device, 'buy');
    await world.work();
    // Another worker sets a longer pause. Messages that already wait keep the shorter one.
    await database.tx((tx) => tx.query('UPDATE app SET paused_until = paused_until + ?', [3 * HOUR]));
    await world.track(device, 'buy');
    await world.work();
    expect(sender.calls).toBe(1);
    expect(await world.outcomes()).toEqual({ retrying: 1 });
    sender.answer = () => SENT;
    await renewCredentials(world, world.app);
    await carryOut(world);
    expect(await world.outcomes()).toEqual({ sent: 3 });
    // The delay that is still running is not cut short by it.
    await world.advance(4 * HOUR - 1);
    expect(sender.ledger).toHaveLength(3);
    await world.advance(1);
    expect(sender.ledger).toHaveLength(4);
    expect(sender.duplicates).toBe(0);
  });

  test('that arrive while the old ones are being refused apply to those messages too', async () => {
    await using database = await open();
    const { world: made, app } = await startRun(database);
    await using world = made;
    sender.answer = () => refuse(3 * HOUR);
    sender.after = async () => {
      sender.after = () => undefined;
      sender.answer = () => SENT;
      await renewCredentials(world, app);
    };
    await world.advance(HOUR);
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
  });

  test('that arrive while a worker sets messages aside find them, whichever comes first', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null);
    await database.tx((tx) => tx.query('UPDATE app SET paused_until = ?', [world.clock.now() + HOUR]));
    await world.track(await world.makeDevice(), 'buy');
    let transactions = 0;
    const slow = new Proxy(database, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'tx') return value.bind(target);
        return async (work: unknown) => {
          transactions += 1;
          // The first statement claims the rows, and the second sets them aside.
          if (transactions === 2) await renewCredentials(world, world.app);
          return value.call(target, work);
        };
      },
    });
    const context = { signal: new AbortController().signal, touch: async () => undefined };
    await world.makeFlow({ database: slow }).handlers()['due-sends']({}, context);
    await world.work();
    expect(sender.ledger).toHaveLength(1);
  });
});
