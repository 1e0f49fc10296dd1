import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DeliveryConfig } from '../../src/config/config.js';
import type { Database } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';
import {
  account,
  accountOf,
  atCall,
  carryOut,
  DEVICES,
  latestRun,
  MINUTE,
  SENT,
  SLICE,
  startRun,
  tryAgainIn,
} from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const start = (database: Database, options: { devices?: number; config?: Partial<DeliveryConfig> } = {}) =>
  startRun({ database, fakes, sender, ...options });

describe.each(eachDatabase())('a cancelled run on $name', ({ open }) => {
  test('stops within a page, and every sent message is counted', async () => {
    await using database = await open();
    await using world = await start(database);
    const { runs } = world.services;
    atCall(sender, 2, async () => runs.cancel(world.caller, (await latestRun(database)).id));
    await world.advance(HOUR);
    await world.advance(2 * LEASE);
    expect(await accountOf(world, sender)).toEqual(account(2 * SLICE));
    expect(await world.statuses('run')).toEqual({ cancelled: 1 });
    expect(await world.statuses('batch')).toEqual({ cancelled: 4 });
    expect(await latestRun(database)).toMatchObject({ statusMessage: 'its owner cancelled it' });
    expect([await world.countOutbox('run.cancelled'), await world.countOutbox('run.finished')]).toEqual([1, 0]);
  });

  test('starts no page of a batch that was waiting for its slot', async () => {
    await using database = await open();
    await using world = await start(database);
    const handlers = world.flow.handlers();
    let other: Promise<void> | undefined;
    sender.before = async () => {
      if (other) return;
      const [waiting] = await database.query<{ id: number; app_id: number }>(
        "SELECT id, app_id FROM batch WHERE status = 'pending' ORDER BY id LIMIT 1",
      );
      const batch = { batchId: Number(waiting?.id), appId: Number(waiting?.app_id) };
      other = Promise.resolve(
        handlers.batch(batch, { signal: new AbortController().signal, touch: async () => undefined }),
      );
      await eventually('the other batch', async () =>
        Number((await world.statuses('batch')).running) === 2 ? true : null,
      );
      await sleep(50);
      await world.services.runs.cancel(world.caller, (await latestRun(database)).id);
      world.skip(MINUTE);
    };
    await world.advance(HOUR);
    await other;
    expect(sender.calls).toBe(1);
    expect(await accountOf(world, sender)).toEqual(account(SLICE));
  });

  test('drops its waiting messages at once, each counted, logged and explained once', async () => {
    await using database = await open();
    await using world = await start(database);
    let asked = 0;
    sender.answer = () => {
      asked += 1;
      return asked % 5 === 0 ? tryAgainIn(HOUR) : SENT;
    };
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: 13, sent: 52 });
    await world.services.runs.cancel(world.caller, (await latestRun(database)).id);
    await carryOut(world);
    expect(await accountOf(world, sender)).toEqual(account(52, 13));
    sender.answer = () => SENT;
    await world.advance(3 * HOUR);
    expect(await accountOf(world, sender)).toEqual(account(52, 13));
    expect(await world.statuses('run')).toEqual({ cancelled: 1 });
    const reasons = await database.query<{ reason: string }>('SELECT DISTINCT reason FROM delivery_failure');
    expect(reasons).toEqual([{ reason: 'sending was stopped' }]);
  });

  test('leaves no retry of a page that was in flight', async () => {
    await using database = await open();
    await using world = await start(database);
    sender.answer = () => tryAgainIn(HOUR);
    atCall(sender, 1, async () => world.services.runs.cancel(world.caller, (await latestRun(database)).id));
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(0, SLICE));
    expect(sender.calls).toBe(1);
  });

  test('counts a waiting message that is being retried by its outcome', async () => {
    await using database = await open();
    await using world = await start(database, { devices: SLICE });
    sender.answer = () => tryAgainIn(MINUTE);
    await world.advance(HOUR);
    let asked = 0;
    sender.answer = () => {
      asked += 1;
      return asked <= 3 ? SENT : tryAgainIn(HOUR);
    };
    atCall(sender, 2, async () => world.services.runs.cancel(world.caller, (await latestRun(database)).id));
    await world.advance(2 * MINUTE);
    expect(await accountOf(world, sender)).toEqual(account(3, SLICE - 3));
  });

  test('may have been paused first, and does not continue afterwards', async () => {
    await using database = await open();
    await using world = await start(database);
    const { runs } = world.services;
    atCall(sender, 2, async () => runs.pause(world.caller, (await latestRun(database)).id));
    await world.advance(HOUR);
    const { id } = await latestRun(database);
    await runs.cancel(world.caller, id);
    await expect(runs.resume(world.caller, id)).rejects.toThrow('This run has been cancelled; it cannot be resumed.');
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(2 * SLICE));
    expect(await world.statuses('batch')).toEqual({ cancelled: 4 });
  });
});

describe.each(eachDatabase())('with two concurrent workers on $name', ({ open }) => {
  test('a run cancelled at any moment counts exactly the sent messages', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    let asked = 0;
    let sent = 0;
    for (let moment = 1; moment <= 9; moment += 1) {
      sender.reset();
      sender.answer = () => {
        asked += 1;
        return asked % 3 === 0 ? tryAgainIn(0) : SENT;
      };
      sender.before = () => new Promise((resolve) => setImmediate(resolve));
      await world.makeRun();
      world.skip(HOUR);
      let cancelling: Promise<boolean> | undefined;
      sender.after = async () => {
        // The test does not await it: it runs between the workers' next steps.
        if (sender.calls >= moment && !cancelling)
          cancelling = world.services.runs.cancel(world.caller, (await latestRun(database)).id);
      };
      await Promise.all([new DeliveryWorker(world), new DeliveryWorker(world)].map((worker) => worker.work()));
      await cancelling;
      await world.advance(MINUTE);
      expect(cancelling).toBeDefined();
      const { outcomes, waiting, inLog, duplicates, ledger } = await accountOf(world, sender);
      expect({ waiting, duplicates }).toEqual({ waiting: 0, duplicates: 0 });
      expect(outcomes).toEqual(inLog);
      expect(outcomes.sent).toBe(sent + ledger);
      sent += ledger;
      expect(await latestRun(database)).toMatchObject({ status: 'cancelled' });
      expect(Object.keys(await world.statuses('batch')).every((status) => ['cancelled', 'done'].includes(status))).toBe(
        true,
      );
    }
  });
});

describe.each(eachDatabase())('cancelling, pausing and resuming on $name', ({ open }) => {
  test('may be repeated, and takes effect once', async () => {
    await using database = await open();
    await using world = await start(database);
    const { runs } = world.services;
    const twice = async (name: 'pause' | 'resume' | 'cancel') => {
      const { id } = await latestRun(database);
      await runs[name](world.caller, id);
      await runs[name](world.caller, id);
    };
    const worker = new DeliveryWorker(world);
    sender.before = async () => {
      await twice('resume');
      await twice('pause');
      worker.die();
    };
    world.skip(HOUR);
    await worker.work();
    await twice('resume');
    await twice('cancel');
    const counted = ['run.paused', 'run.resumed', 'run.cancelled'].map((type) => world.countOutbox(type));
    expect(await Promise.all(counted)).toEqual([1, 1, 1]);
  });

  test('says why it is too late for a run that has ended', async () => {
    await using database = await open();
    await using world = await start(database, { devices: 1 });
    const { runs } = world.services;
    await world.advance(HOUR);
    const { id } = await latestRun(database);
    const refused = { code: 'BAD_USER_INPUT' };
    await expect(runs.cancel(world.caller, id)).rejects.toMatchObject({
      ...refused,
      message: 'This run has finished; there is nothing left to cancel.',
    });
    await expect(runs.pause(world.caller, id)).rejects.toMatchObject(refused);
    await expect(runs.resume(world.caller, id)).rejects.toMatchObject(refused);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test("does not find another owner's run", async () => {
    await using database = await open();
    await using world = await start(database);
    const { runs, keys } = world.services;
    const { userId } = await keys.createUser('somebody else');
    const stranger = { ...world.caller, userId };
    const refusals: unknown[] = [];
    atCall(sender, 1, async () => {
      const { id } = await latestRun(database);
      for (const name of ['cancel', 'pause', 'resume'] as const) {
        refusals.push(await runs[name](stranger, id).catch((error: { code?: string }) => error.code));
      }
    });
    await world.advance(HOUR);
    expect(refusals).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
  });
});
