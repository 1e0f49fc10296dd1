import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Bulkheads } from '../../src/delivery/judgement/bulkheads.js';
import { LeaseReaper } from '../../src/delivery/leases/lease-reaper.js';
import { Leases } from '../../src/delivery/leases/leases.js';
import { HeldRows } from '../../src/delivery/send/held-rows.js';
import { RetrySender } from '../../src/delivery/send/retry-sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import { FakeClock } from '../support/fake-clock.js';
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

  test('run before all other waiting batches once their lease has expired', async () => {
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

  test('stay where they are while a user has paused their run', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const { jobs, reaper } = await withDeadWorker(world);
    await database.tx((tx) => tx.query("UPDATE run SET status = 'paused'"));
    world.skip(LEASE + 1);
    await reaper.look();
    expect(jobs.waiting).toEqual([UNRELATED]);
  });
});

test('rows that a failed poll for held messages has not processed are released', async () => {
  const clock = new FakeClock();
  const row = { id: 5, app_id: 1, run_id: 1, push_id: 1, device_id: 9, held_for: 'k', expires_at: clock.now() + HOUR };
  const database = {
    dialect: { skipLocked: '' },
    query: async (sql: string) => {
      if (sql.includes('FROM device')) throw new Error('the connection was lost');
      return sql.includes('waits_for_origin = 1') ? [row] : [];
    },
    tx: async () => [row],
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = { database, clock, config: { checkpointSize: 100 }, log } as never;
  const leases = new Leases(database as never, clock, { leaseMs: LEASE, log });
  const bulkheads = new Bulkheads({ clock, random: () => 0, slots: 16 });
  const none = {} as never;
  const held = new HeldRows(deps, { bulkheads, devices: none });
  const retries = new RetrySender(deps, {
    leases,
    held,
    rules: [],
    protocol: none,
    contexts: none,
    finisher: none,
    pairing: none,
  });
  await expect(retries.sendDue(new AbortController().signal)).rejects.toThrow('the connection was lost');
  expect(leases.has('retry_send', row.id)).toBe(false);
});
