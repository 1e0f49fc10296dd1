import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { App } from '../../src/entities/app.js';
import { createMetrics } from '../../src/metrics.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const REASON = '403 forbidden: subscription was made with another VAPID key';
const ADVICE = expect.stringMatching(/subscribe again with the application's current key/);

const COUNTS = `{ apps(first: 10) { nodes { name foreignSubscriptionCount } }
  foreign: devices(where: { foreignSubscription: true }) { totalCount nodes { deviceId active } }
  others: devices(where: { foreignSubscription: false }) { totalCount } }`;
const TRACE = `query ($device: ID!, $run: ID!) { deliveryTrace(deviceId: $device, runId: $run) {
  outcome summary steps { step verdict reason advice } } }`;
const TEST = `mutation ($push: ID!, $device: ID!) {
  pushTest(pushId: $push, deviceId: $device) { result { outcome reason advice device { active } } userErrors { code } } }`;

describe.each(eachDatabase())('a subscription made with another VAPID key, in the graph on $name,', ({ open }) => {
  /** Three devices use the application's own key, and one uses another party's key. */
  const setUp = async (world: DeliveryWorld) => {
    const app = await world.makeApp('webpush');
    await world.makeDevices(app, 3);
    const { device } = await addForeign(world, app);
    const push = await world.makePush();
    await world.makeActive('one-time', { pushes: [push] });
    return { app, device, ids: { push: toGlobalId('Push', push.id), device: toGlobalId('Device', device.id) } };
  };
  const addForeign = async (world: DeliveryWorld, app: App) => {
    const { appKey } = await fakes.makeApp('webpush');
    const [made] = await fakes.makeSubscriptions({ seed: 'foreign', vapidPublicKey: appKey });
    if (!made) throw new Error('no subscription');
    const subscription = { endpoint: made.endpoint, ...made.keys };
    const registration = await world.services.devices.register(app, { subscription }, null);
    return { ...registration, subscription };
  };

  test('is counted by application, and can be listed', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await using graph = await GraphOverWorld.open(world);
    const { device } = await setUp(world);
    await world.makeApp('webpush');
    expect(await graph.data(COUNTS)).toMatchObject({ foreign: { totalCount: 0 }, others: { totalCount: 4 } });
    await world.advance(HOUR);
    await world.settle();
    const found = await graph.data(COUNTS);
    expect(found.apps.nodes.map((node: { foreignSubscriptionCount: number }) => node.foreignSubscriptionCount)).toEqual(
      [1, 0],
    );
    expect(found).toMatchObject({
      foreign: { totalCount: 1, nodes: [{ deviceId: String(device.id), active: true }] },
      others: { totalCount: 3 },
    });
    expect(await createMetrics(database).registry.metrics()).toMatch(/^pushgraph_foreign_subscriptions 1$/m);
    const one = await graph.statementsOf('{ apps(first: 1) { nodes { foreignSubscriptionCount } } }');
    expect(await graph.statementsOf('{ apps(first: 2) { nodes { foreignSubscriptionCount } } }')).toBe(one);
    await using stranger = await graph.stranger();
    expect(await stranger.data(COUNTS)).toMatchObject({ apps: { nodes: [] }, foreign: { totalCount: 0 } });
    // Vitess gets a different condition.
    database.isVitess = true;
    expect(await graph.data(COUNTS)).toEqual(found);
  });

  test('no longer counts once the device has renewed its subscription, or is retired', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await using graph = await GraphOverWorld.open(world);
    const { app, device } = await setUp(world);
    await world.advance(HOUR);
    await world.settle();
    await world.services.ownDevices.retire(world.caller, device.id, null);
    expect((await graph.data(COUNTS)).apps.nodes).toMatchObject([{ foreignSubscriptionCount: 0 }]);
    world.clock.advance(HOUR);
    await addForeign(world, app);
    const found = await graph.data(COUNTS);
    expect(found).toMatchObject({
      apps: { nodes: [{ foreignSubscriptionCount: 0 }] },
      foreign: { totalCount: 0 },
      others: { totalCount: 4 },
    });
    database.isVitess = true;
    expect(await graph.data(COUNTS)).toEqual(found);
  });

  test("appears in the run's failures, and in the trace with advice", async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await using graph = await GraphOverWorld.open(world);
    const { ids } = await setUp(world);
    await world.advance(HOUR);
    await world.settle();
    const [latest] = await database.query<{ id: number }>('SELECT id FROM run');
    const run = toGlobalId('Run', Number(latest?.id));
    const failures = '{ counts { sent failed } failures { nodes { outcome reason device { id } } } }';
    expect((await graph.data(`query ($run: ID!) { run(id: $run) ${failures} }`, { run })).run).toEqual({
      counts: { sent: 3, failed: 1 },
      failures: { nodes: [{ outcome: 'FAILED', reason: REASON, device: { id: ids.device } }] },
    });
    const { deliveryTrace } = await graph.data(TRACE, { device: ids.device, run });
    expect(deliveryTrace).toMatchObject({
      outcome: 'FAILED',
      summary: `It did not arrive: push 1 was refused permanently: ${REASON}.`,
    });
    expect(deliveryTrace.steps.at(-1)).toEqual({ step: 'TRY', verdict: 'STOPPED', reason: REASON, advice: ADVICE });
    const reached = await graph.data(TRACE, { device: toGlobalId('Device', 1), run });
    expect(reached.deliveryTrace.steps.filter((step: { advice: string | null }) => step.advice !== null)).toEqual([]);
  });

  test('is reported and counted by a push test', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await using graph = await GraphOverWorld.open(world);
    const { ids } = await setUp(world);
    const early = (await graph.data(TEST, ids)).pushTest.result;
    expect(early).toMatchObject({ outcome: 'APP_REFUSED', reason: '403 forbidden' });
    expect(early.advice).toMatch(/^Try a device that subscribed with this application/);
    const good = (await graph.data(TEST, { ...ids, device: toGlobalId('Device', 1) })).pushTest.result;
    expect(good).toMatchObject({ outcome: 'SENT', reason: null, advice: null });
    expect((await graph.data(TEST, ids)).pushTest.result).toEqual({
      outcome: 'FAILED',
      reason: REASON,
      advice: ADVICE,
      device: { active: true },
    });
    expect((await graph.data(COUNTS)).apps.nodes).toMatchObject([{ foreignSubscriptionCount: 1 }]);
  });
});
