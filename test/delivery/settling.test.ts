import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { RunState } from '../../src/services/pubsub/run-states.js';
import { StatusHub } from '../../src/services/pubsub/status-hub.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';
import { latestRun, SLICE, startRun } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const sentOf = ({ counts }: RunState): number =>
  counts.filter(({ outcome }) => outcome === 'sent').reduce((sum, { count }) => sum + count, 0);

/** Watches the latest run from another process, which gets no notifications and polls the database. */
const watch = async (world: BatchWorld) => {
  const { database } = world.options;
  const runs = new RunQueryService(database, world.clock);
  const hub = new StatusHub({ database, runs, minIntervalMs: 5, pollMs: 20 });
  const states: RunState[] = [];
  const watching = (async () => {
    for await (const state of await hub.watchRun(world.caller, (await latestRun(database)).id)) states.push(state);
  })();
  const untilCancelled = () =>
    eventually('the cancelled run', () => states.find(({ run }) => run.status === 'cancelled') ?? null);
  return { states, watching, untilCancelled };
};

describe.each(eachDatabase())('the subscriber of a run that is cancelled, on $name', ({ open }) => {
  test('gets updates until messages on the wire are counted, and no longer', async () => {
    await using database = await open();
    await using world = await startRun({ database, fakes, sender });
    let watched: Awaited<ReturnType<typeof watch>> | undefined;
    sender.before = async () => {
      if (sender.calls > 1) return;
      watched = await watch(world);
      await world.services.runs.cancel(world.caller, (await latestRun(database)).id);
      expect(await watched.untilCancelled()).toMatchObject({ isSettled: false, counts: [] });
    };
    await world.advance(HOUR);
    await watched?.watching;
    const last = watched?.states.at(-1);
    expect(last).toMatchObject({ isSettled: true, run: { status: 'cancelled' } });
    expect(last && sentOf(last)).toBe(sender.ledger.length);
    expect(sender.ledger).toHaveLength(SLICE);
  });

  test('gets no more updates once the lease of a dead worker has expired', async () => {
    await using database = await open();
    await using world = await startRun({ database, fakes, sender });
    const worker = new DeliveryWorker(world);
    sender.before = () => worker.die();
    world.skip(HOUR);
    await worker.work();
    await world.services.runs.cancel(world.caller, (await latestRun(database)).id);
    const { states, watching, untilCancelled } = await watch(world);
    expect(await untilCancelled()).toMatchObject({ isSettled: false });
    world.skip(LEASE + 1);
    await watching;
    expect(states.at(-1)).toMatchObject({ isSettled: true });
  });
});
