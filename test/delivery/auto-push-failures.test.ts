import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { Device } from '../../src/entities/device.js';
import { RunControl } from '../../src/services/runs/run-control.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const MINUTE = 60_000;
const LEASE = 600_000;
const DEVICES = 25;
const SLICE = 10;

/** A scheduler without a delay, and one `buy` event from each of this many devices. */
const startWithEvents = async (database: Database, texts = ['text']): Promise<AutoPushWorld> => {
  // Leases are long, so no real timer renews one while the fake clock jumps.
  const config = { leaseMs: LEASE, checkpointSize: SLICE };
  const world = await AutoPushWorld.start({ database, fakes, sender, config });
  await world.makeAutoPush(null, { event_include: ['buy'] }, texts);
  for (let index = 0; index < DEVICES; index += 1) await world.track(await world.makeDevice(), 'buy');
  return world;
};

describe.each(eachDatabase())('auto-push on $name, with failures:', ({ open }) => {
  test('a worker that dies between sending and recording repeats at most its slice and loses nothing', async () => {
    await using database = await open();
    await using world = await startWithEvents(database);
    const worker = new DeliveryWorker(world);
    sender.after = () => {
      if (sender.calls === 2) worker.die();
    };
    await worker.work();
    expect(sender.ledger).toHaveLength(2 * SLICE);
    expect(await world.outcomes()).toEqual({ sent: SLICE });
    // While its lease lasts, no other worker touches its claimed rows, the second slice.
    await world.advance(LEASE - 1);
    expect(await world.outcomes()).toEqual({ sent: DEVICES - SLICE });
    await world.advance(2);
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(sender.counts().size).toBe(DEVICES);
    expect(sender.duplicates).toBe(SLICE);
  });

  test('wherever in its transactions a worker dies, its successor loses nothing and repeats at most a slice', async () => {
    await using database = await open();
    await using world = await startWithEvents(database);
    let sent = 0;
    for (let nth = 1; nth <= 6; nth += 1) {
      for (const when of ['diesBeforeTx', 'diesAfterTx'] as const) {
        sender.reset();
        const worker = new DeliveryWorker(world);
        worker[when] = nth;
        await worker.work();
        await world.advance(LEASE + 1);
        sent += DEVICES;
        expect(await world.outcomes()).toEqual({ sent });
        expect(sender.counts().size).toBe(DEVICES);
        expect(sender.duplicates).toBeLessThanOrEqual(SLICE);
        for (const device of await database.reader.find(Device)) await world.track(device, 'buy');
      }
    }
  });

  test('a worker that stalled beyond its lease does not overwrite its successor', async () => {
    await using database = await open();
    await using world = await startWithEvents(database);
    const frozen = new DeliveryWorker(world);
    sender.after = async () => {
      if (sender.calls !== 1) return;
      world.clock.advance(LEASE + 1);
      await world.work();
    };
    await frozen.work();
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(sender.duplicates).toBe(SLICE);
    const [log] = await database.query<{ n: number }>('SELECT SUM(LENGTH(outcomes)) AS n FROM delivery_log');
    expect(Number(log?.n)).toBe(DEVICES);
  });

  test('two concurrent workers send each message once', async () => {
    await using database = await open();
    await using world = await startWithEvents(database, ['a', 'b']);
    const workers = [new DeliveryWorker(world), new DeliveryWorker(world)];
    await Promise.all(workers.map((worker) => worker.work()));
    expect(sender.counts().size).toBe(2 * DEVICES);
    expect(sender.duplicates).toBe(0);
    expect(await world.outcomes()).toEqual({ sent: 2 * DEVICES });
  });

  test('messages sent but not recorded never exceed the checkpoint size, whatever pushes are bound', async () => {
    await using database = await open();
    await using world = await startWithEvents(database, ['a', 'b', 'c']);
    let outstanding = 0;
    const most: number[] = [];
    const worker = new DeliveryWorker(world, {
      publisher: {
        runChanged: () => {
          outstanding = 0;
        },
      },
    });
    sender.before = ({ messages }) => {
      outstanding += messages.length;
      most.push(outstanding);
    };
    await worker.work();
    expect(sender.ledger).toHaveLength(3 * DEVICES);
    expect(Math.max(...most)).toBeLessThanOrEqual(SLICE);
  });

  test('a draining process returns unsent messages, and another sends them at once', async () => {
    await using database = await open();
    await using world = await startWithEvents(database, ['a', 'b']);
    const stop = new AbortController();
    sender.after = () => stop.abort();
    const context = { signal: stop.signal, touch: async () => undefined };
    const draining = new DeliveryWorker(world);
    await draining.flow.handlers()['due-sends']({}, context);
    // Five devices with two pushes each fill the limit; five more were claimed with them.
    expect(sender.ledger).toHaveLength(SLICE);
    const sql = 'SELECT COUNT(*) AS n FROM due_send WHERE lease_owner IS NOT NULL';
    expect(await database.query(sql)).toMatchObject([{ n: 0 }]);
    await new DeliveryWorker(world).work();
    expect(sender.ledger).toHaveLength(2 * DEVICES);
    expect(sender.duplicates).toBe(0);
  });

  test('a paused application waits, and events during the pause trigger their messages when it ends', async () => {
    await using database = await open();
    await using world = await startWithEvents(database);
    sender.answer = () => ({
      kind: 'app-paused',
      code: 'BAD_CREDENTIALS',
      detail: '403 InvalidProviderToken',
      afterMs: 5 * MINUTE,
    });
    await world.work();
    // The first slice caused the pause. The rest was not sent.
    expect(sender.calls).toBe(1);
    expect(await world.outcomes()).toEqual({ retrying: SLICE });
    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await world.advance(4 * MINUTE);
    expect(sender.calls).toBe(1);
    await world.advance(3 * MINUTE);
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(sender.duplicates).toBe(0);
  });

  test('an application that cannot send does not block the others', async () => {
    await using database = await open();
    await using world = await startWithEvents(database);
    const other = await world.makeApp('provider_c');
    const device = await world.makeDevice(other);
    await world.services.deviceEvents.track(other, device, [{ code: 'buy' }]);
    await database.tx((tx) => tx.query('UPDATE app SET credentials = ? WHERE id = ?', ['v1.garbage', world.app.id]));
    await world.work();
    expect(sender.ledger.map((sent) => sent.token)).toEqual([device.token]);
    const [app] = await database.query<{ reason: string }>('SELECT pause_reason AS reason FROM app WHERE id = ?', [
      world.app.id,
    ]);
    expect(app?.reason).toMatch(/MASTER_KEY/);
  });

  test('a scheduler whose sending fails does not block the others', async () => {
    await using database = await open();
    await using world = await startWithEvents(database);
    await world.makeAutoPush(null, { event_include: ['leave'] }, ['fine']);
    await world.track(await world.makeDevice(), 'leave');
    sender.before = ({ messages }) => {
      if (messages[0]?.content.text !== 'fine en') throw new Error('a sender that breaks its contract');
    };
    await world.work();
    expect(sender.ledger).toHaveLength(1);
    sender.before = () => undefined;
    await world.advance(LEASE + 1);
    expect(sender.counts().size).toBe(DEVICES + 1);
  });

  test('a waiting retry is cancelled when its scheduler stops', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const scheduler = await world.makeAutoPush(null);
    await world.track(await world.makeDevice(), 'buy');
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE });
    await world.work();
    await world.services.schedulers.deactivate(world.caller, scheduler.id);
    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await world.advance(2 * MINUTE);
    expect(sender.ledger).toHaveLength(0);
    expect(await world.outcomes()).toEqual({ cancelled: 1 });
  });

  test('a scheduler stopped and started within the hour continues in the same run', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const scheduler = await world.makeAutoPush(null);
    const device = await world.makeDevice();
    await world.track(device, 'buy');
    await world.work();
    await database.tx((tx) => new RunControl(world.clock).cancelRunsOf(tx, scheduler.id, 'NO_APPLICATION_LEFT'));
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE });
    await world.track(device, 'buy');
    await world.work();
    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await world.advance(2 * MINUTE);
    expect(await world.outcomes()).toEqual({ sent: 2 });
    const runs = await database.query<{ status: string; finished_at: number | null }>('SELECT * FROM run');
    expect(runs).toMatchObject([{ status: 'running', finished_at: null }]);
  });

  test('the run of an hour ends once, well after the hour', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null);
    await world.track(await world.makeDevice(), 'buy');
    await world.work();
    await world.advance(60 * MINUTE);
    expect(await database.query('SELECT status FROM run')).toMatchObject([{ status: 'running' }]);
    await world.advance(90 * MINUTE);
    await world.advance(90 * MINUTE);
    expect(await database.query('SELECT status FROM run')).toMatchObject([{ status: 'finished' }]);
    const types = await database.query<{ type: string }>(
      "SELECT type FROM outbox WHERE type LIKE 'run.%' ORDER BY position",
    );
    expect(types.map((row) => row.type)).toEqual(['run.started', 'run.finished']);
  });
});
