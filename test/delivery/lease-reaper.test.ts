import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LeaseReaper } from '../../src/delivery/leases/lease-reaper.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { ManualQueue } from '../support/manual-queue.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const UNRELATED = { name: 'batch', data: { batchId: 999 } } as const;

describe.each(eachDatabase())('batches of a dead worker on $name', ({ open }) => {
  const withDeadWorker = async (world: BatchWorld) => {
    await world.seedDevices(await world.makeApp('provider_c'), 50);
    const scheduler = await world.makeRun();
    world.skip(HOUR);
    const worker = new DeliveryWorker(world);
    sender.after = () => worker.die();
    await worker.work();
    const jobs = new ManualQueue();
    await jobs.enqueue(UNRELATED.name, UNRELATED.data);
    const { options, clock } = world;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    return { scheduler, jobs, reaper: new LeaseReaper({ database: options.database, clock, jobs, log }) };
  };

  test('go before whatever else waits, once their lease has ended', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const { jobs, reaper } = await withDeadWorker(world);
    world.skip(LEASE - 1);
    await reaper.look();
    expect(jobs.waiting).toEqual([UNRELATED]);
    world.skip(2);
    await reaper.look();
    const sql = "SELECT id, app_id FROM batch WHERE status = 'running'";
    const [held] = await database.query<{ id: number; app_id: number }>(sql);
    const data = { batchId: Number(held?.id), appId: Number(held?.app_id) };
    expect(jobs.waiting).toEqual([{ name: 'batch', data }, UNRELATED]);
  });

  test('stay where they are while their application is paused', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const { jobs, reaper } = await withDeadWorker(world);
    const pausedUntil = world.clock.now() + LEASE + 2;
    await database.tx((tx) => tx.query('UPDATE app SET paused_until = ?', [pausedUntil]));
    world.skip(LEASE + 1);
    await reaper.look();
    expect(jobs.waiting).toEqual([UNRELATED]);
    world.skip(2);
    await reaper.look();
    expect(jobs.waiting).toHaveLength(2);
  });

  test('stay where they are while their run is paused by a user', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const { jobs, reaper } = await withDeadWorker(world);
    await database.tx((tx) => tx.query("UPDATE run SET status = 'paused'"));
    world.skip(LEASE + 1);
    await reaper.look();
    expect(jobs.waiting).toEqual([UNRELATED]);
  });
});
