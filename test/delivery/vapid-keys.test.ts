import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { App } from '../../src/entities/app.js';
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
const COUNT = 12;

/** Browsers that subscribe with the key that the application gives out now, and take messages of no other. */
const subscribe = async (world: DeliveryWorld, app: App, seed: string) => {
  const { vapidKeyPublic } = await world.services.apps.get(world.caller, app.id);
  const subscriptions = await fakes.makeSubscriptions({ count: COUNT, seed, vapidPublicKey: vapidKeyPublic ?? '' });
  const inputs = subscriptions.map(({ endpoint, keys }) => ({ subscription: { endpoint, ...keys } }));
  for (const input of inputs) await world.services.devices.register(app, input, null);
  return inputs;
};

const send = async (world: DeliveryWorld): Promise<void> => {
  await world.makeActive('onesend', { pushes: [await world.makePush()] });
  await world.advance(HOUR);
};

describe.each(eachDatabase())('a webpush application whose VAPID key is renewed, on $name,', ({ open }) => {
  test('reaches browsers of each of its keys at the first try', async () => {
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

  test('reaches one that keeps its subscription and comes back, by trying the former key', async () => {
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

  test('gives out the new key, and refuses to renew what is no VAPID key', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    const renewed = await world.services.apps.renewVapidKey(world.caller, app.id);
    expect(renewed.vapidKeyPublic).not.toBe(app.vapidKeyPublic);
    expect((await world.services.apps.getByServiceId(app.serviceId)).vapidKeyPublic).toBe(renewed.vapidKeyPublic);
    const other = await world.makeApp('provider_c');
    await expect(world.services.apps.renewVapidKey(world.caller, other.id)).rejects.toThrow('webpush');
  });

  test('reports a browser that subscribed with a key of another service, and retires nobody', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: { timeToLiveSeconds: 7_200 } }).init();
    const app = await world.makeApp('webpush');
    await subscribe(world, app, 'own');
    const foreign = await fakes.makeApp('webpush');
    const [stranger] = await fakes.makeSubscriptions({ seed: 'foreign', vapidPublicKey: foreign.appKey });
    if (!stranger) throw new Error('no subscription');
    const subscription = { endpoint: stranger.endpoint, ...stranger.keys };
    await world.services.devices.register(app, { subscription }, null);
    await send(world);
    for (let waits = 0; waits < 24; waits += 1) await world.advance(6 * 60_000);
    expect(await world.outcomes()).toEqual({ expired: 1, sent: COUNT });
    expect(await database.query('SELECT reason FROM delivery_failure')).toMatchObject([
      { reason: expect.stringMatching(/^403/) },
    ]);
    expect(await database.query('SELECT id FROM device WHERE active = 0')).toEqual([]);
  });
});
