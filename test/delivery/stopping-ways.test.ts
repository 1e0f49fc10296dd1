import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Outcome, SendBatch } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';
import { account, accountOf, latestRun, MINUTE, SENT, SLICE, tryAgainIn } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

/** The number of the stopped page's messages that are already in flight. */
const ON_WIRE = 3;
const UNSENT: Outcome = { kind: 'retry-after', code: 'ABORTED', detail: null, afterMs: null, isUnsent: true };

const isOnWire = (batch: SendBatch, message: SendBatch['messages'][number]) =>
  batch.messages.indexOf(message) < ON_WIRE;

/** Runs `stop` while part of the nth page is in flight, and waits until the rest of the page is aborted. */
const stopAtCall = (nth: number, stop: () => Promise<unknown>): void => {
  sender.before = async ({ signal }) => {
    if (sender.calls !== nth) return;
    await stop();
    if (!signal.aborted) await once(signal, 'abort');
  };
  sender.answer = (message, batch) => (batch.signal.aborted && !isOnWire(batch, message) ? UNSENT : SENT);
};

describe.each(eachDatabase())('on $name, without a hint', ({ open }) => {
  const startRun = async (database: Awaited<ReturnType<typeof open>>) => {
    const world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 3 * SLICE);
    return { world, app, scheduler: await world.makeRun() };
  };

  test.each(['deactivate', 'archive', 'delete'] as const)(
    'schedulers.%s ends messages not yet on the wire as cancelled',
    async (way) => {
      await using database = await open();
      const { world, scheduler } = await startRun(database);
      await using _closing = world;
      stopAtCall(2, () => world.services.schedulers[way](world.caller, scheduler.id));
      await world.advance(HOUR);
      await world.advance(MINUTE);
      expect(await accountOf(world, sender)).toEqual(account(SLICE + ON_WIRE, SLICE - ON_WIRE));
      expect(await latestRun(database)).toMatchObject({ status: 'cancelled' });
    },
  );

  test.each(['archive', 'delete'] as const)(
    'apps.%s ends messages not yet on the wire as cancelled, and the run',
    async (way) => {
      await using database = await open();
      const { world, app } = await startRun(database);
      await using _closing = world;
      stopAtCall(2, () => world.services.apps[way](world.caller, app.id));
      await world.advance(HOUR);
      await world.advance(MINUTE);
      const { outcomes, ledger } = await accountOf(world, sender);
      expect({ outcomes, ledger }).toEqual({
        outcomes: { cancelled: SLICE - ON_WIRE, sent: SLICE + ON_WIRE },
        ledger: SLICE + ON_WIRE,
      });
      expect(['finished', 'cancelled']).toContain((await latestRun(database)).status);
    },
  );

  test('suspending the user stops a page, and resuming sends the rest of it', async () => {
    await using database = await open();
    const { world } = await startRun(database);
    await using _closing = world;
    const { users } = world.services;
    stopAtCall(2, () => users.suspend(world.caller.userId, 'operator'));
    await world.advance(HOUR);
    await world.advance(MINUTE);
    expect(sender.ledger).toHaveLength(SLICE + ON_WIRE);
    await users.resume(world.caller.userId, 'operator');
    await world.work();
    await world.advance(MINUTE);
    expect(await accountOf(world, sender)).toEqual(account(3 * SLICE));
  });

  test('a pause leaves devices whose messages are not in flight as if the page had never reached them', async () => {
    await using database = await open();
    const { world } = await startRun(database);
    await using _closing = world;
    const { runs } = world.services;
    stopAtCall(2, async () => runs.pause(world.caller, (await latestRun(database)).id));
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(SLICE + ON_WIRE));
    await runs.resume(world.caller, (await latestRun(database)).id);
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(3 * SLICE));
  });

  test('messages that wait for a retry are stopped during their attempt', async () => {
    await using database = await open();
    const { world } = await startRun(database);
    await using _closing = world;
    sender.answer = () => tryAgainIn(MINUTE);
    await world.advance(HOUR);
    const tried = sender.calls;
    stopAtCall(tried + 1, async () => world.services.runs.cancel(world.caller, (await latestRun(database)).id));
    await world.advance(2 * MINUTE);
    await world.advance(2 * MINUTE);
    expect(await accountOf(world, sender)).toEqual(account(ON_WIRE, 3 * SLICE - ON_WIRE));
  });

  test('messages that wait for a retry stay while their run is paused', async () => {
    await using database = await open();
    const { world } = await startRun(database);
    await using _closing = world;
    const { runs } = world.services;
    sender.answer = () => tryAgainIn(MINUTE);
    await world.advance(HOUR);
    const { id } = await latestRun(database);
    stopAtCall(sender.calls + 1, () => runs.pause(world.caller, id));
    await world.advance(2 * MINUTE);
    await world.advance(2 * MINUTE);
    expect(await world.outcomes()).toEqual({ retrying: 3 * SLICE - ON_WIRE, sent: ON_WIRE });
    await runs.resume(world.caller, id);
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(3 * SLICE));
  });

  test('a hard stop hands the rest of a page to the next worker, and the attempt does not count', async () => {
    await using database = await open();
    const { world } = await startRun(database);
    await using _closing = world;
    const stopping = new DeliveryWorker(world);
    stopAtCall(2, async () => stopping.flow.stopHard());
    world.skip(HOUR);
    await stopping.work();
    const rows = await database.query<{ attempt: number }>('SELECT DISTINCT attempt FROM retry_send');
    expect(rows.map(({ attempt }) => Number(attempt))).toEqual([0]);
    await new DeliveryWorker(world).work();
    expect(await accountOf(world, sender)).toEqual(account(3 * SLICE));
  });
});

describe.each(eachDatabase())('auto-push on $name, without a hint', ({ open }) => {
  const MESSAGES = 8;

  const start = async (database: Awaited<ReturnType<typeof open>>, texts = ['text']) => {
    const world = await AutoPushWorld.start({ database, fakes, sender, config: { leaseMs: LEASE } });
    const scheduler = await world.makeAutoPush('1m', { event_include: ['buy'] }, texts);
    for (let index = 0; index < MESSAGES; index += 1) await world.track(await world.makeDevice(), 'buy');
    return { world, scheduler };
  };

  const sendInPart = async (world: AutoPushWorld) => {
    await world.advance(2 * MINUTE);
    await world.advance(MINUTE);
    const { length: sent } = sender.ledger;
    return { sent, outcomes: await world.outcomes() };
  };

  test.each(['deactivate', 'archive', 'delete'] as const)('schedulers.%s stops due messages', async (way) => {
    await using database = await open();
    const { world, scheduler } = await start(database);
    await using _closing = world;
    stopAtCall(1, () => world.services.schedulers[way](world.caller, scheduler.id));
    const expected = { cancelled: MESSAGES - ON_WIRE, sent: ON_WIRE };
    expect(await sendInPart(world)).toEqual({ sent: ON_WIRE, outcomes: expected });
  });

  test.each(['deactivate', 'archive', 'delete'] as const)('pushes.%s stops due messages', async (way) => {
    await using database = await open();
    const { world } = await start(database);
    await using _closing = world;
    const [push] = await database.query<{ id: number }>('SELECT id FROM push');
    stopAtCall(1, () => world.services.pushes[way](world.caller, Number(push?.id)));
    const expected = { cancelled: MESSAGES - ON_WIRE, sent: ON_WIRE };
    expect(await sendInPart(world)).toEqual({ sent: ON_WIRE, outcomes: expected });
  });

  test('archiving one of two pushes stops that one, and the other arrives once', async () => {
    await using database = await open();
    const { world } = await start(database, ['first', 'second']);
    await using _closing = world;
    const [push] = await database.query<{ id: number }>('SELECT id FROM push ORDER BY id');
    stopAtCall(1, () => world.services.pushes.archive(world.caller, Number(push?.id)));
    const expected = { cancelled: MESSAGES - ON_WIRE, sent: ON_WIRE + MESSAGES };
    expect(await sendInPart(world)).toMatchObject({ outcomes: expected });
    expect(sender.duplicates).toBe(0);
  });

  test('cancelling the run of an hour stops its messages, even if the next message reopens it', async () => {
    await using database = await open();
    const { world, scheduler } = await start(database);
    await using _closing = world;
    stopAtCall(1, async () => {
      const { id, dueAt } = await latestRun(database);
      await world.services.runs.cancel(world.caller, id);
      // Another worker would do the same at once.
      const reopen = "UPDATE run SET status = 'running', finished_at = NULL WHERE scheduler_id = ? AND due_at = ?";
      await database.tx((tx) => tx.query(reopen, [scheduler.id, dueAt.getTime()]));
    });
    const expected = { cancelled: MESSAGES - ON_WIRE, sent: ON_WIRE };
    expect(await sendInPart(world)).toEqual({ sent: ON_WIRE, outcomes: expected });
  });
});
