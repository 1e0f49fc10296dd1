import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, prepareRun, recordedCount, untilFinished } from './crash-run.js';

const DEVICES = { apple: 2_000, web: 200 };
const TOTAL = DEVICES.apple + DEVICES.web;
/** The pages hold fifty devices. */
const ENV = { CHECKPOINT_SIZE: '50', BATCH_SIZE: '200' };
const SLOW_MS = 2_000;
/** This is longer than a page takes, and longer than the gap between pages on a busy machine. */
const STILL_MS = 6_000;

const PAYLOAD = '{ run { status counts { total sent retrying } } userErrors { message } }';

const startRun = async (world: ServiceWorld) => {
  const service = await world.start(ENV);
  // The provider is slow enough that the run is still in progress when the test ends it, however late.
  await world.fakes.misbehave({ provider: 'provider_c', fault: { kind: 'delay', delayMs: SLOW_MS } });
  const { schedulerId } = await prepareRun(world, service, DEVICES);
  await makeDue(world, schedulerId);
  await eventually('messages of both applications', async () => {
    const sql = "SELECT COUNT(DISTINCT app_id) AS n FROM batch_count WHERE outcome = 'sent'";
    const [row] = await (await world.db()).query<{ n: number | string }>(sql);
    return Number(row?.n) === 2 ? true : null;
  });
  const id = await eventually('the run', async () => {
    const { runs } = await service.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
    return runs.nodes[0]?.id ?? null;
  });
  return { service, id };
};

const mutate = async (service: ServiceProcess, name: 'runPause' | 'runResume' | 'runCancel', id: string) => {
  const query = `mutation ($id: ID!) { ${name}(id: $id) ${PAYLOAD} }`;
  const data = await service.graphql<Record<string, { run: { status: string } | null }>>(query, { id });
  return data[name]?.run?.status;
};

/**
 * Returns the sent messages once all are recorded and none has arrived for a while. A worker still sends the page that
 * it has claimed, and on a busy machine the first message of that page may take a while.
 */
const untilStill = (world: ServiceWorld): Promise<number> => {
  let taken = -1;
  let since = Date.now();
  return eventually('standstill', async () => {
    const now = (await world.fakes.summary()).accepted;
    if (now !== taken || (await recordedCount(world)) !== taken) since = Date.now();
    taken = now;
    return Date.now() - since >= STILL_MS ? taken : null;
  });
};

describe.each(eachDatabase())('a running service on $name', (kind) => {
  test('stops while a run is paused, continues when it is resumed, and sends each message once', async () => {
    await using world = await ServiceWorld.open(kind);
    const { service, id } = await startRun(world);
    expect(await mutate(service, 'runPause', id)).toBe('PAUSED');
    const taken = await untilStill(world);
    // This is longer than every short job interval, and as long as a sweep.
    await sleep(5_500);
    expect(await world.fakes.count()).toBe(taken);
    expect(taken).toBeLessThan(TOTAL);
    await world.fakes.behave();
    expect(['PLANNING', 'RUNNING']).toContain(await mutate(service, 'runResume', id));
    await untilFinished(world);
    expect(await world.fakes.count()).toBe(TOTAL);
    expect(await world.fakes.duplicates()).toEqual([]);
    expect(await recordedCount(world)).toBe(TOTAL);
  });

  test('stops a cancelled run, and knows exactly what it has sent', async () => {
    await using world = await ServiceWorld.open(kind);
    const { service, id } = await startRun(world);
    expect(await mutate(service, 'runCancel', id)).toBe('CANCELLED');
    const taken = await untilStill(world);
    await sleep(5_500);
    expect(await world.fakes.count()).toBe(taken);
    expect(taken).toBeLessThan(TOTAL);
    expect(await recordedCount(world)).toBe(taken);
  });
});
