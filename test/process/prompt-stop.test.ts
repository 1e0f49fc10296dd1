import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';
import { subscribe } from '../support/subscribe.js';
import { expectInTime, lastArrival, makeDue, prepareRun } from './crash-run.js';
import { openWorld, withMysql } from './three-processes.js';

const DEVICES = { apple: 500, web: 2_500 };
const TOTAL = DEVICES.apple + DEVICES.web;
/** Pages are large: sending one takes several rounds of answers. */
const ENV = { CHECKPOINT_SIZE: '2000', BATCH_SIZE: '3000' };
const ANSWER_MS = 2_000;
/** No new request starts later than this after the answer. */
const OWN_MS = 1_000;
const OTHERS_MS = 3_000;

const WATCH = `subscription ($run: ID!) { runProgress(runId: $run) { run {
  status settled plannedTotal counts { total sent failed cancelled retrying } } } }`;

interface Watched {
  readonly runProgress: {
    readonly run: {
      readonly status: string;
      readonly settled: boolean;
      readonly plannedTotal: number | null;
      readonly counts: Readonly<Record<'total' | 'sent' | 'failed' | 'cancelled' | 'retrying', number>>;
    };
  };
}

const startRun = async (world: ServiceWorld, service: ServiceProcess) => {
  await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: ANSWER_MS } });
  const { schedulerId } = await prepareRun(world, service, DEVICES);
  await makeDue(world, schedulerId);
  await eventually('messages of both applications', async () => {
    const { providers } = await world.fakes.summary();
    return (providers.webpush?.accepted ?? 0) > 20 && (providers.provider_c?.accepted ?? 0) > 20 ? true : null;
  });
  const { runs } = await service.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
  const [run] = runs.nodes;
  if (!run) throw new Error('there is no run');
  return run.id;
};

/** Cancels a run at one process while the test watches it there. Returns when that was, and the last state. */
const cancelRun = async (service: ServiceProcess, run: string) => {
  const states: Watched['runProgress']['run'][] = [];
  const watching = (async () => {
    for await (const { runProgress } of subscribe<Watched>(service, { query: WATCH, variables: { run } }))
      states.push(runProgress.run);
  })();
  await eventually('the first state', () => (states.length > 0 ? true : null));
  const cancel = 'mutation ($id: ID!) { runCancel(id: $id) { run { status } userErrors { message } } }';
  const { runCancel } = await service.graphql<{ runCancel: { run: { status: string } } }>(cancel, { id: run });
  expect(runCancel.run.status).toBe('CANCELLED');
  const answeredAt = Date.now();
  await watching;
  return { answeredAt, last: states.at(-1) };
};

/** Cancels a run while it sends. Returns when the fakes read its last message, ms after the answer. */
const stopRun = async (world: ServiceWorld, service: ServiceProcess): Promise<number> => {
  const { answeredAt, last } = await cancelRun(service, await startRun(world, service));
  const sent = await world.fakes.count();
  expect(sent).toBeLessThan(TOTAL);
  // The subscription ends after everything on the wire has an outcome and every other message is cancelled.
  expect(last).toMatchObject({ status: 'CANCELLED', settled: true, plannedTotal: TOTAL });
  expect(last?.counts).toMatchObject({ sent, failed: 0, retrying: 0 });
  expect(last?.counts.cancelled).toBeGreaterThan(0);
  expect(last?.counts.total).toBe(sent + (last?.counts.cancelled ?? 0));
  return (await lastArrival(world.fakes)) - answeredAt;
};

describe.each(eachDatabase())('one process on $name', (kind) => {
  test('starts no request a second after it has answered that a run is cancelled', async () => {
    await expectInTime(OWN_MS, async () => {
      await using world = await ServiceWorld.open(kind);
      return await stopRun(world, await world.start(ENV));
    });
  });
});

withMysql('an api process and a worker on one MySQL', () => {
  test('the worker starts no request three seconds after the api process has answered', async () => {
    await expectInTime(OTHERS_MS, async () => {
      await using world = await openWorld();
      const api = await world.start({ ...ENV, ROLE: 'api' });
      await world.start({ ...ENV, ROLE: 'worker' });
      return await stopRun(world, api);
    });
  });
});
