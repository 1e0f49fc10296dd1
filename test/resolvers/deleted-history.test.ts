import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { AutoPushWorld } from '../delivery/auto-push-world.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import { DAY, upkeep } from '../delivery/history-world.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const TRACE = `query ($device: ID!, $run: ID!) { deliveryTrace(deviceId: $device, runId: $run) {
  outcome summary steps { step verdict message at } } }`;

const trace = async (graph: GraphOverWorld, deviceId: number, runId = 1): Promise<Json> => {
  const ids = { device: toGlobalId('Device', deviceId), run: toGlobalId('Run', runId) };
  return (await graph.data(TRACE, ids)).deliveryTrace;
};

const verdicts = ({ steps }: Json): string[] => steps.map(({ step, verdict }: Json) => `${step} ${verdict}`);

const DELETED = (at: string) =>
  `The records of this run's messages were deleted at ${at.slice(0, 19)}Z, when their retention ended, so it is unknown whether the device got one.`;

describe.each(eachDatabase())('the graph on deleted history, on $name,', ({ open }) => {
  test("reports that a device's outcome is no longer known, unless it cannot have been reached", async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const [there] = await world.makeDevices(app, 1);
    sender.answer = () => ({ kind: 'failed', code: 'OTHER', detail: 'no' });
    await world.makeRun();
    await world.advance(HOUR);
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: HOUR });
    await world.makeRun();
    await world.advance(HOUR);
    await world.services.runs.cancel(world.caller, 2);
    await world.work();
    const device = there?.device.id ?? 0;
    expect((await trace(graph, device)).outcome).toBe('FAILED');
    world.skip(HOUR);
    const [late] = await world.makeDevices(app, 1);
    world.skip(181 * DAY);
    await upkeep(world);
    const at = new Date(world.clock.now()).toISOString();
    const unknown = await trace(graph, device);
    expect(unknown).toMatchObject({ outcome: 'UNKNOWN', summary: DELETED(at) });
    expect(verdicts(unknown)).toEqual(['RUN PASSED', 'REGISTRATION PASSED', 'HISTORY NOTE']);
    expect(unknown.steps[2]).toMatchObject({ at, message: DELETED(at) });
    const ofCancelled = await trace(graph, device, 2);
    expect([ofCancelled.outcome, verdicts(ofCancelled)[0]]).toEqual(['UNKNOWN', 'RUN NOTE']);
    const never = await trace(graph, late?.device.id ?? 0);
    expect(never).toMatchObject({ outcome: 'NOT_SENT', summary: expect.stringMatching(/after the run had ended\.$/) });
  });

  test('reports a missed run as missed', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const [there] = await world.makeDevices(await world.makeApp('provider_c'), 1);
    await world.makeRun();
    await world.advance(5 * HOUR);
    world.skip(181 * DAY);
    await upkeep(world);
    const missed = await trace(graph, there?.device.id ?? 0);
    expect([missed.outcome, verdicts(missed)[0]]).toEqual(['NOT_SENT', 'RUN STOPPED']);
    expect(missed.summary).toMatch(/was missed/);
  });

  test("lists a device's messages from later runs, and the date before which there are none", async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const [there] = await world.makeDevices(app, 1);
    const query = `query ($id: ID!) { device(id: $id) { deliveries {
      historyDeletedAt totalCount pageInfo { hasNextPage } nodes { run { id } outcome } } } }`;
    const ask = async () => (await graph.data(query, { id: toGlobalId('Device', there?.device.id ?? 0) })).device;
    await world.makeRun();
    await world.advance(HOUR);
    const batch = (await graph.data('{ runs { nodes { batches { nodes { id } } } } }')).runs.nodes[0].batches.nodes[0];
    expect((await ask()).deliveries).toMatchObject({ historyDeletedAt: null, totalCount: 1 });
    world.skip(181 * DAY);
    await world.makeRun();
    await world.advance(HOUR);
    await upkeep(world);
    const at = new Date(world.clock.now()).toISOString();
    expect((await ask()).deliveries).toEqual({
      historyDeletedAt: at,
      totalCount: 1,
      pageInfo: { hasNextPage: false },
      nodes: [{ run: { id: toGlobalId('Run', 2) }, outcome: 'SENT' }],
    });
    expect(await graph.data('query ($id: ID!) { node(id: $id) { id } }', { id: batch.id })).toEqual({ node: null });
    // Filters do not count deleted rows.
    const filtered = `{ runs { nodes { id batches(where: { status: [DONE] }) { totalCount nodes { id } historyDeletedAt } } } }`;
    const { runs } = await graph.data(filtered);
    expect(runs.nodes.map(({ batches }: Json) => [batches.totalCount, batches.nodes.length])).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect(runs.nodes.map(({ batches }: Json) => batches.historyDeletedAt)).toEqual([null, at]);
  });

  test('answers the same during deletion, while rows remain', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const device = await world.makeDevice();
    await world.makeAutoPush(null);
    await world.track(device, 'buy');
    await world.work();
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    await world.advance(2 * HOUR);
    const ids = { id: toGlobalId('Device', device.id), batch: toGlobalId('Batch', 1) };
    const query = `query ($id: ID!, $batch: ID!) { node(id: $batch) { id } device(id: $id) { deliveries { nodes { outcome } } }
      runs { nodes { deliveries(where: { deviceId: $id }) { nodes { outcome } } batches { nodes { id } } } } }`;
    const before = await graph.data(query, ids);
    expect([before.node, before.device.deliveries.nodes.length]).toEqual([{ id: ids.batch }, 2]);
    world.clock.advance(181 * DAY);
    for (const _ of ['first', 'second']) {
      const controller = new AbortController();
      database.statements.listener = (sql) => {
        if (sql.startsWith('UPDATE run SET history_state = 1')) controller.abort();
      };
      await upkeep(world, controller.signal);
      database.statements.listener = null;
      await database.tx((tx) => execute(tx, 'UPDATE run SET history_state = 4 WHERE history_state = 1'));
    }
    expect(await database.query('SELECT id FROM batch')).toHaveLength(1);
    expect(await database.query('SELECT run_id FROM delivery_log')).toHaveLength(2);
    expect(await graph.data(query, ids)).toEqual({
      node: null,
      device: { deliveries: { nodes: [] } },
      runs: { nodes: [1, 2].map(() => ({ deliveries: { nodes: [] }, batches: { nodes: [] } })) },
    });
  });

  test('takes as many statements for many runs as for two', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await world.seedDevices(await world.makeApp('provider_c'), 5);
    const query = `{ runs { nodes { historyDeletedAt counts { sent } receiptCounts { clicked } batches { total done totalCount nodes { id } }
      deliveries { totalCount nodes { outcome } } failures { totalCount nodes { reason } } receipts { totalCount nodes { kind } } } } }`;
    const statements = async () => {
      await graph.data(query);
      return graph.statementsOf(query);
    };
    for (let run = 0; run < 2; run += 1) await world.makeRun();
    await world.advance(HOUR);
    world.skip(181 * DAY);
    await upkeep(world);
    const ofTwo = await statements();
    for (let run = 0; run < 6; run += 1) await world.makeRun();
    await world.advance(HOUR);
    world.skip(181 * DAY);
    await upkeep(world);
    expect(await statements()).toBe(ofTwo);
  });
});
