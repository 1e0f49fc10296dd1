import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { App } from '../../src/entities/app.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes, SubscriptionRequest } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const COUNT = 12;
const REASON = '403 forbidden: subscription was made with another VAPID key';

/** Browsers that subscribe with the application's current key, and accept messages with no other key. */
const subscribe = async (world: DeliveryWorld, app: App, seed: string) => {
  const { vapidKeyPublic } = await world.services.apps.get(world.caller, app.id);
  const subscriptions = await fakes.makeSubscriptions({ count: COUNT, seed, vapidPublicKey: vapidKeyPublic ?? '' });
  const inputs = subscriptions.map(({ endpoint, keys }) => ({ subscription: { endpoint, ...keys } }));
  for (const input of inputs) await world.services.devices.register(app, input, null);
  return inputs;
};

const send = async (world: DeliveryWorld): Promise<void> => {
  await world.makeActive('one-time', { pushes: [await world.makePush()] });
  await world.advance(HOUR);
  await world.settle();
};

describe.each(eachDatabase())('a webpush application whose VAPID key is renewed, on $name,', ({ open }) => {
  test('reaches browsers of each of its keys at the first attempt', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    for (const seed of ['first', 'second', 'third']) {
      if (seed !== 'first') await world.services.apps.renewVapidKey(world.caller, app.id);
      world.clock.advance(HOUR);
      await subscribe(world, app, seed);
      world.clock.advance(HOUR);
    }
    await send(world);
    expect(await world.outcomes()).toEqual({ sent: 3 * COUNT });
    expect((await fakes.summary()).refused).toBe(0);
    expect(await fakes.duplicates()).toEqual([]);
  });

  test('reaches a browser that keeps its subscription and returns, by trying the former key', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    const inputs = await subscribe(world, app, 'kept');
    world.clock.advance(HOUR);
    await world.services.apps.renewVapidKey(world.caller, app.id);
    world.clock.advance(HOUR);
    for (const input of inputs) await world.services.devices.register(app, input, null);
    await send(world);
    expect(await world.outcomes()).toEqual({ sent: COUNT });
    expect((await fakes.summary()).refused).toBe(COUNT);
    expect(await database.query('SELECT id FROM app WHERE paused_until IS NOT NULL')).toEqual([]);
  });

  test('returns the new key, and refuses an invalid VAPID key', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    const renewed = await world.services.apps.renewVapidKey(world.caller, app.id);
    expect(renewed.vapidKeyPublic).not.toBe(app.vapidKeyPublic);
    expect((await world.services.apps.findByServiceId(app.serviceId))?.vapidKeyPublic).toBe(renewed.vapidKeyPublic);
    const other = await world.makeApp('provider_c');
    await expect(world.services.apps.renewVapidKey(world.caller, other.id)).rejects.toThrow('webpush');
  });
});

describe.each(eachDatabase())('a browser that subscribed with a key of another service, on $name,', ({ open }) => {
  /** The key belongs to somebody else's application. */
  const importForeign = async (world: DeliveryWorld, app: App, request: SubscriptionRequest = {}): Promise<void> => {
    const { appKey } = await fakes.makeApp('webpush');
    const made = await fakes.makeSubscriptions({ ...request, vapidPublicKey: appKey });
    for (const { endpoint, keys } of made) {
      await world.services.devices.register(app, { subscription: { endpoint, ...keys } }, null);
    }
  };
  const readPause = async ({ options, clock }: DeliveryWorld): Promise<readonly unknown[]> =>
    options.database.query('SELECT pause_reason FROM app WHERE paused_until > ?', [clock.now()]);
  const retired = (world: DeliveryWorld) => world.options.database.query('SELECT id FROM device WHERE active = 0');
  const noted = (world: DeliveryWorld) => world.options.database.query('SELECT device_id FROM foreign_subscription');

  test('fails at once, with a reason that names the cause, and is not retired', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    await subscribe(world, app, 'own');
    await importForeign(world, app);
    await send(world);
    expect(await world.outcomes()).toEqual({ failed: 1, sent: COUNT });
    expect(await database.query('SELECT outcome, reason FROM delivery_failure')).toEqual([
      { outcome: 'failed', reason: REASON },
    ]);
    expect(await database.query("SELECT id FROM run WHERE status = 'finished'")).toHaveLength(1);
    expect(await noted(world)).toEqual([{ device_id: COUNT + 1 }]);
    expect([await retired(world), await readPause(world)]).toEqual([[], []]);
  });

  test('waits until the push service has accepted a message, and is judged then', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    await importForeign(world, app, { count: 2, refusesAs: 'fcm' });
    await send(world);
    expect(await world.outcomes()).toEqual({ retrying: 2 });
    expect(await database.query('SELECT reason FROM retry_send')).toEqual([{ reason: REASON }, { reason: REASON }]);
    expect(await noted(world)).toHaveLength(2);
    expect([await retired(world), await readPause(world)]).toEqual([[], []]);

    await subscribe(world, app, 'late');
    await send(world);
    await world.advance(6 * 60_000);
    expect(await world.outcomes()).toEqual({ failed: 4, sent: COUNT });
    expect([await retired(world), await readPause(world)]).toEqual([[], []]);
  });

  test('does not block the others, however many came in one import', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    await subscribe(world, app, 'before');
    // They fill several pages.
    await importForeign(world, app, { count: 70, refusesAs: 'mozilla' });
    await subscribe(world, app, 'after');
    await send(world);
    expect(await world.outcomes()).toEqual({ failed: 70, sent: 2 * COUNT });
    expect(await noted(world)).toHaveLength(70);
    expect([await retired(world), await readPause(world)]).toEqual([[], []]);
  });

  test('does not pause the application if its endpoint is alone at a push service and refuses everything', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: { timeToLiveSeconds: 3 * 3_600 } }).init();
    const app = await world.makeApp('webpush');
    await subscribe(world, app, 'own');
    await importForeign(world, app, { cleartext: true });
    await send(world);
    expect(await world.outcomes()).toEqual({ retrying: 1, sent: COUNT });
    // It is alone on its page at each further attempt.
    for (let waits = 0; waits < 60; waits += 1) {
      await world.advance(2 * 60_000);
      expect(await readPause(world)).toEqual([]);
    }
    const tried = (await fakes.summary()).refused;
    await world.advance(2 * HOUR);
    expect(await world.outcomes()).toEqual({ expired: 1, sent: COUNT });
    // Each attempt makes two requests, and the waits grow.
    expect(tried).toBeLessThan(2 * 60);
    expect([await retired(world), await noted(world)]).toEqual([[], []]);
  });

  test('is forgotten with its device, and after 30 days without a message to it', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    await subscribe(world, app, 'own');
    await importForeign(world, app, { count: 2 });
    await send(world);
    expect(await noted(world)).toHaveLength(2);
    await world.services.ownDevices.delete(world.caller, COUNT + 1);
    expect(await noted(world)).toEqual([{ device_id: COUNT + 2 }]);
    for (const left of [1, 0]) {
      world.clock.advance(20 * 24 * HOUR);
      await world.jobs.enqueue('upkeep', {});
      await world.work();
      expect(await noted(world)).toHaveLength(left);
    }
  });
});
