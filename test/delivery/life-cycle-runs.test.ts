import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DeliveryConfig } from '../../src/config/config.js';
import type { Database, Tx } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { HOUR, LEASE } from './batch-world.js';
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
beforeEach(() => fakes.reset());

const start = (database: Database, options: { devices?: number; config?: Partial<DeliveryConfig> } = {}) =>
  startRun({ database, fakes, sender, ...options });

const countHeld = async (database: Database): Promise<number> => {
  const [row] = await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM batch WHERE lease_owner IS NOT NULL');
  return Number(row?.n);
};

describe.each(eachDatabase())('a paused run on $name', ({ open }) => {
  test('stops within a page, returns its batches, and continues at once where it stopped', async () => {
    await using database = await open();
    await using world = await start(database);
    const { runs } = world.services;
    atCall(sender, 2, async () => runs.pause(world.caller, (await latestRun(database)).id));
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(2 * SLICE));
    expect(await world.statuses('run')).toEqual({ paused: 1 });
    expect(await world.statuses('batch')).toEqual({ pending: 4 });
    expect(await countHeld(database)).toBe(0);
    await world.advance(2 * LEASE);
    expect(sender.calls).toBe(2);
    await runs.resume(world.caller, (await latestRun(database)).id);
    await carryOut(world);
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    for (const type of ['run.started', 'run.paused', 'run.resumed', 'run.finished']) {
      expect([type, await world.countOutbox(type)]).toEqual([type, 1]);
    }
  });

  test('loses and repeats nothing, at whichever page it is paused, even with two workers', async () => {
    await using database = await open();
    await using world = await start(database);
    const { runs } = world.services;
    sender.after = async () => {
      const { id } = await latestRun(database);
      await runs.pause(world.caller, id);
      // The worker that waits for this page often continues at once.
      if (sender.calls % 2 === 0) await runs.resume(world.caller, id);
    };
    world.skip(HOUR);
    for (let round = 1; round <= 12; round += 1) {
      await Promise.all([new DeliveryWorker(world), new DeliveryWorker(world)].map((worker) => worker.work()));
      const run = await latestRun(database);
      if (run.status === 'paused') await runs.resume(world.caller, run.id);
      await carryOut(world);
    }
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(await world.countOutbox('run.paused')).toBeGreaterThan(1);
  });

  test('that resumes before its worker has noticed the pause is unaffected', async () => {
    await using database = await open();
    await using world = await start(database);
    const { runs } = world.services;
    atCall(sender, 2, async () => {
      const { id } = await latestRun(database);
      await runs.pause(world.caller, id);
      await runs.resume(world.caller, id);
    });
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('continues cutting if it was being cut', async () => {
    await using database = await open();
    await using world = await start(database, { devices: 130, config: { batchSize: 2 } });
    const { runs } = world.services;
    world.skip(HOUR);
    const worker = new DeliveryWorker(world);
    // The first step cuts up to fifty of the 65 batches, fewer on a busy machine.
    worker.jobs.enqueueMany = async () => {
      await runs.pause(world.caller, (await latestRun(database)).id);
    };
    await worker.work();
    await world.advance(LEASE);
    const cut = await world.statuses('batch');
    expect(cut).toEqual({ pending: expect.any(Number) });
    expect(cut.pending).toBeLessThan(65);
    expect(sender.calls).toBe(0);
    await runs.resume(world.caller, (await latestRun(database)).id);
    await carryOut(world);
    expect(await accountOf(world, sender)).toEqual(account(130));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('whose last page was in flight ends when it resumes', async () => {
    await using database = await open();
    await using world = await start(database, { devices: 5 });
    const { runs } = world.services;
    atCall(sender, 1, async () => runs.pause(world.caller, (await latestRun(database)).id));
    await world.advance(HOUR);
    expect(await world.statuses('batch')).toEqual({ done: 1 });
    expect(await world.statuses('run')).toEqual({ paused: 1 });
    await runs.resume(world.caller, (await latestRun(database)).id);
    await carryOut(world);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(await accountOf(world, sender)).toEqual(account(5));
  });

  test('keeps its waiting messages, and tries them when it resumes', async () => {
    await using database = await open();
    await using world = await start(database, { devices: 10 });
    const { runs } = world.services;
    sender.answer = () => tryAgainIn(MINUTE);
    await world.advance(HOUR);
    const { calls } = sender;
    sender.answer = () => SENT;
    const { id } = await latestRun(database);
    await runs.pause(world.caller, id);
    for (let minutes = 0; minutes < 60; minutes += 10) await world.advance(10 * MINUTE);
    expect(sender.calls).toBe(calls);
    expect(await world.outcomes()).toEqual({ retrying: 10 });
    // No worker polls them repeatedly.
    const held = await database.query('SELECT id FROM retry_send WHERE due_at = expires_at AND lease_owner IS NULL');
    expect(held).toHaveLength(10);
    await runs.resume(world.caller, id);
    await carryOut(world);
    expect(await accountOf(world, sender)).toEqual(account(10));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('tries no message before its Retry-After, however short the pause was', async () => {
    await using database = await open();
    await using world = await start(database, { devices: 10 });
    const { runs } = world.services;
    sender.answer = () => tryAgainIn(30 * MINUTE);
    await world.advance(HOUR);
    const { calls } = sender;
    sender.answer = () => SENT;
    const { id } = await latestRun(database);
    await runs.pause(world.caller, id);
    await world.advance(MINUTE);
    await runs.resume(world.caller, id);
    await world.advance(28 * MINUTE);
    expect(sender.calls).toBe(calls);
    await world.advance(30 * MINUTE);
    expect(await accountOf(world, sender)).toEqual(account(10));
  });

  test('that resumes while a worker sets a message aside does not leave it behind', async () => {
    await using database = await open();
    await using world = await start(database, { devices: 3 });
    const { runs } = world.services;
    sender.answer = () => tryAgainIn(MINUTE);
    await world.advance(HOUR);
    sender.answer = () => SENT;
    const { id } = await latestRun(database);
    await runs.pause(world.caller, id);
    world.skip(2 * MINUTE);
    let transactions = 0;
    const slow = new Proxy(database, {
      get: (target, name) => {
        if (name === 'tx') {
          return async (work: (tx: Tx) => Promise<unknown>) => {
            transactions += 1;
            // The first statement claims the messages, and the second sets them aside.
            if (transactions === 2) await runs.resume(world.caller, id);
            return target.tx(work);
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const context = { signal: new AbortController().signal, touch: async () => undefined };
    await new DeliveryWorker(world, { database: slow }).flow.handlers().retries({}, context);
    await world.work();
    expect(transactions).toBeGreaterThan(1);
    expect(await accountOf(world, sender)).toEqual(account(3));
  });

  test('keeps ageing: waiting messages expire on time', async () => {
    await using database = await open();
    await using world = await start(database, { devices: 10, config: { timeToLiveSeconds: 1800 } });
    const { runs } = world.services;
    sender.answer = () => tryAgainIn(MINUTE);
    await world.advance(HOUR);
    const { id } = await latestRun(database);
    await runs.pause(world.caller, id);
    await world.advance(2 * MINUTE);
    expect(await world.outcomes()).toEqual({ retrying: 10 });
    await world.advance(28 * MINUTE);
    expect(await world.outcomes()).toEqual({ expired: 10 });
    expect(await world.statuses('run')).toEqual({ paused: 1 });
    await runs.resume(world.caller, id);
    await carryOut(world);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test("leaves each message once in a real provider's ledger after two pauses", async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await world.makeDevices(await world.makeApp('webpush'), 45);
    await world.makeDevices(await world.makeApp('provider_c'), 45);
    const begin = async () => {
      await world.makeActive('one-time', { pushes: [await world.makePush()] });
      await world.advance(HOUR);
    };
    // The push service is already proven: the first messages to an unproven one may not wait for the whole page.
    await begin();
    await world.settle();
    expect(await world.outcomes()).toEqual({ sent: 90 });
    await fakes.reset();
    const { runs } = world.services;
    const work = world.senders.webpush.send.bind(world.senders.webpush);
    let calls = 0;
    world.senders.webpush.send = async (batch) => {
      calls += 1;
      if (calls <= 2) await runs.pause(world.caller, (await latestRun(database)).id);
      return work(batch);
    };
    await begin();
    expect(await world.outcomes()).toEqual({ sent: 90 + (await fakes.count()) });
    for (const pages of [1, 2]) {
      // A sweep during the handover cuts it short.
      expect(await fakes.count({ provider: 'webpush' })).toBeLessThanOrEqual(pages * 20);
      await runs.resume(world.caller, (await latestRun(database)).id);
      await world.work();
    }
    expect(await fakes.count()).toBe(90);
    expect(await fakes.duplicates()).toEqual([]);
    expect(await world.outcomes()).toEqual({ sent: 180 });
  });
});
