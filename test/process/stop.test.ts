import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase, freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';
import { subscribe } from '../support/subscribe.js';
import { makeDue, noteFigures, prepareRun, recordedCount, untilFinished, untilTaken } from './crash-run.js';

const ENV = { CHECKPOINT_SIZE: '200', BATCH_SIZE: '1000' };
/** The documented limit, of which the service itself takes 12 s at most. */
const DEADLINE_MS = 15_000;
const DEVICES = { apple: 5_000, web: 1_000 };
const TOTAL = DEVICES.apple + DEVICES.web;

/** The provider is slow enough that a run is still in progress when the test stops the service, however late. */
const slowDown = (world: ServiceWorld): Promise<void> =>
  world.fakes.misbehave({ provider: 'provider_c', fault: { kind: 'delay', delayMs: 500 } });

const expectGoodEnd = async (service: ServiceProcess, signal: 'SIGTERM' | 'SIGINT') => {
  const exit = await service.terminate(signal);
  expect(exit).toMatchObject({ code: 0, signal: null });
  expect(exit.ms).toBeLessThan(DEADLINE_MS);
  expect(service.process.stderr).toEqual([]);
  const complaints = service.log.filter(({ level }) => level === 'error' || level === 'fatal');
  expect(complaints).toEqual([]);
  return exit.ms;
};

describe.each(eachDatabase())('a service on $name that is stopped', (kind) => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s ends with status 0', async (signal) => {
    await using world = await ServiceWorld.open(kind);
    await expectGoodEnd(await world.start(), signal);
  });

  test('during a run ends at a checkpoint: nothing is lost and nothing is sent twice', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start(ENV);
    await slowDown(world);
    await makeDue(world, (await prepareRun(world, service, DEVICES)).schedulerId);
    await untilTaken(world.fakes, 1_000);
    const ms = await expectGoodEnd(service, 'SIGTERM');
    const { accepted } = await world.fakes.summary();
    expect(accepted).toBeLessThan(TOTAL);
    expect(await recordedCount(world)).toBe(accepted);
    await world.fakes.behave();
    const next = await world.start(ENV);
    const restartedAt = performance.now();
    await untilTaken(world.fakes, accepted + 1);
    noteFigures({ database: kind.name, stoppedAfterMs: ms, resumedAfterMs: performance.now() - restartedAt });
    await untilFinished(world);
    const counts = [...(await world.fakes.countByTarget()).values()];
    expect([counts.length, Math.max(...counts)]).toEqual([TOTAL, 1]);
    await expectGoodEnd(next, 'SIGTERM');
  });

  test('while a provider is slow to answer ends in time, and sends the rest after the next start', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start(ENV);
    const { schedulerId } = await prepareRun(world, service, { apple: 400, web: 0 });
    await world.fakes.misbehave({ provider: 'provider_c', every: 10, times: 20, fault: { kind: 'hang' } });
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, 100);
    const stoppedWhileWaitingMs = await expectGoodEnd(service, 'SIGTERM');
    noteFigures({ database: kind.name, stoppedWhileWaitingMs });
    await world.fakes.behave();
    await world.start({ ...ENV, LEASE_MS: '2000' });
    await untilFinished(world);
    expect((await world.fakes.countByTarget()).size).toBe(400);
  });

  test('with an active subscriber ends in time, and ends the subscription', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start(ENV);
    const { schedulerId } = await prepareRun(world, service, DEVICES);
    await slowDown(world);
    await makeDue(world, schedulerId);
    const run = await findRun(service);
    const query = 'subscription Watch($run: ID!) { runProgress(runId: $run) { run { counts { sent } } } }';
    const events = subscribe<{ runProgress: { run: { counts: { sent: number } } } }>(service, {
      query,
      variables: { run },
    });
    let last = 0;
    let stopped: Promise<number> | null = null;
    const watched = (async () => {
      for await (const { runProgress } of events) {
        last = runProgress.run.counts.sent;
        stopped ??= expectGoodEnd(service, 'SIGTERM');
      }
    })();
    await watched.catch(() => undefined);
    expect(stopped).not.toBeNull();
    await stopped;
    expect(last).toBeLessThan(TOTAL);
  });
});

const findRun = (service: ServiceProcess): Promise<string> =>
  eventually('a run', async () => {
    const { runs } = await service.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
    return runs.nodes[0]?.id ?? null;
  });

test('a service that is stopped during its start ends with status 0', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  await using starting = new NodeProcess('src/main.js', { DATABASE_URL: place.url, PORT: '0' });
  // It has opened its database and is about to create the tables.
  await eventually('a database file', async () => existsSync(place.url.slice('sqlite:'.length)) || null);
  expect(await starting.signal('SIGTERM')).toMatchObject({ code: 0, signal: null });
  expect(starting.stderr).toEqual([]);
});
