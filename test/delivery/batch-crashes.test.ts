import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DEVICES = 50;
const SLICE = 8;
const PUSHES = 2;

describe.each(eachDatabase())('batches on $name, if a worker dies:', ({ open }) => {
  test('wherever in its transactions it dies, nothing is lost and at most a slice is sent twice', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    let total = 0;
    const dieAt = fc.record({
      nth: fc.integer({ min: 1, max: 26 }),
      when: fc.constantFrom('diesBeforeTx' as const, 'diesAfterTx' as const),
    });
    const property = fc.asyncProperty(dieAt, async ({ nth, when }) => {
      sender.reset();
      await world.makeRun({}, PUSHES);
      world.skip(HOUR);
      const worker = new DeliveryWorker(world);
      worker[when] = nth;
      await worker.work();
      await world.advance(LEASE + 1);
      total += DEVICES * PUSHES;
      expect(sender.counts().size).toBe(DEVICES * PUSHES);
      expect(sender.duplicates).toBeLessThanOrEqual(SLICE);
      expect(await world.outcomes()).toEqual({ sent: total });
      expect(await world.statuses('batch')).toEqual({ done: expect.any(Number) });
      expect(Object.keys(await world.statuses('run'))).toEqual(['finished']);
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
    expect(await world.countOutbox('run.finished')).toBe(await world.countOutbox('run.started'));
  });

  test('only messages that it sent but did not record are sent once more', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun();
    world.skip(HOUR);
    const worker = new DeliveryWorker(world);
    sender.after = () => {
      if (sender.calls === 4) worker.die();
    };
    await worker.work();
    await world.work();
    // Its claimed batch is untouched while its lease lasts. The others are claimed.
    expect(await world.statuses('batch')).toEqual({ done: 2, running: 1 });
    expect(sender.duplicates).toBe(0);
    await world.advance(LEASE + 1);
    expect(sender.counts().size).toBe(DEVICES);
    // The fourth page of the run was the first of the second batch.
    expect(sender.duplicates).toBe(SLICE);
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('a sender that throws makes the batch return later, and nothing is lost', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun();
    world.skip(HOUR);
    sender.before = () => {
      if (sender.calls === 2) throw new Error('a sender that breaks its contract');
    };
    await expect(new DeliveryWorker(world).work()).rejects.toThrow('breaks its contract');
    expect(await world.statuses('batch')).toMatchObject({ pending: expect.any(Number) });
    await world.work();
    expect(sender.ledger.length).toBeLessThan(DEVICES);
    await world.advance(60_000);
    expect(sender.counts().size).toBe(DEVICES);
    expect(sender.duplicates).toBe(0);
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
  });

  test("a worker that stalled beyond its lease does not overwrite its successor's records", async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun();
    world.skip(HOUR);
    const frozen = new DeliveryWorker(world);
    sender.after = async () => {
      if (sender.calls !== 2) return;
      world.clock.advance(LEASE + 1);
      await world.work();
      expect(await world.outcomes()).toEqual({ sent: DEVICES });
    };
    await frozen.work();
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(sender.duplicates).toBe(SLICE);
    const logged = await world.logged();
    expect(logged.size).toBe(DEVICES);
    expect([...logged.values()].every((outcomes) => outcomes.length === 1)).toBe(true);
    expect(await world.countOutbox('run.finished')).toBe(1);
  });

  test('a worker that stalled before sending and lost its lease sends nothing', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun();
    world.skip(HOUR);
    let hasStoodStill = false;
    const standStillOnceClaimed = async (): Promise<void> => {
      const claimed = await database.query("SELECT id FROM batch WHERE status = 'running'");
      if (hasStoodStill || claimed.length === 0) return;
      hasStoodStill = true;
      world.clock.advance(LEASE + 1);
      await world.work();
    };
    const slow = new Proxy(database, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'tx') return value.bind(target);
        return async (work: unknown) => {
          const result: unknown = await value.call(target, work);
          await standStillOnceClaimed();
          return result;
        };
      },
    });
    await new DeliveryWorker(world, { database: slow }).work();
    expect(hasStoodStill).toBe(true);
    expect(sender.duplicates).toBe(0);
    expect(sender.ledger).toHaveLength(DEVICES);
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
  });

  test('a worker that stalled before sending and wakes up in a cancelled run stops after that page', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    const scheduler = await world.makeRun();
    world.skip(HOUR);
    const frozen = new DeliveryWorker(world);
    sender.before = async () => {
      if (sender.calls === 1) await world.services.schedulers.deactivate(world.caller, scheduler.id);
    };
    await frozen.work();
    expect(sender.ledger).toHaveLength(SLICE);
    expect(await world.outcomes()).toEqual({ sent: SLICE });
  });

  test('two concurrent workers send to each device once', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 4 * DEVICES);
    await world.makeRun();
    world.skip(HOUR);
    const workers = [1, 2].map(() => new DeliveryWorker(world));
    sender.before = async () => {
      await new Promise((resolve) => setImmediate(resolve));
    };
    await Promise.all(workers.map((worker) => worker.work()));
    expect(workers.every((worker) => worker.transactions > 4)).toBe(true);
    expect(sender.duplicates).toBe(0);
    expect(sender.ledger).toHaveLength(4 * DEVICES);
    expect(await world.outcomes()).toEqual({ sent: 4 * DEVICES });
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(await world.countOutbox('run.finished')).toBe(1);
  });

  test('several concurrent batches in one process send no more than the checkpoint size', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun({}, PUSHES);
    world.skip(HOUR);
    const worker = new DeliveryWorker(world);
    // All of them are cut and none is sent: this test runs their jobs concurrently.
    const queued: { batchId: number }[] = [];
    worker.jobs.enqueueMany = async (_name, datas) => void queued.push(...(datas as readonly { batchId: number }[]));
    await worker.work();
    let most = 0;
    let handedOver = 0;
    sender.before = async ({ messages }) => {
      handedOver += messages.length;
      const [row] = await database.query<{ n: number | null }>('SELECT SUM(count) AS n FROM batch_count');
      most = Math.max(most, handedOver - Number(row?.n ?? 0));
    };
    const context = { signal: new AbortController().signal, touch: async () => undefined };
    await Promise.all(queued.map((job) => worker.flow.handlers().batch(job, context)));
    expect(handedOver).toBe(DEVICES * PUSHES);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(SLICE);
  });
});
