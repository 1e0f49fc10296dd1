import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld, workThrough } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { type SeedDevice, seedDevices } from '../support/seed-devices.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CONFIG = { checkpointSize: 200, batchSize: 1_000, leaseMs: 600_000 };

/** Browsers at one push service that subscribed with another party's key: it answers 403 without a reason. */
const makeRefusing = async (count: number, seed: string): Promise<SeedDevice[]> => {
  const { appKey } = await fakes.makeApp('webpush');
  const made = await fakes.makeSubscriptions({ count, seed, vapidPublicKey: appKey });
  return made.map(({ endpoint, keys }) => ({ token: endpoint, ...keys }));
};

const makeGood = async (count: number): Promise<SeedDevice[]> =>
  (await fakes.makeSubscriptions({ count, seed: 'good' })).map(({ endpoint, keys }) => ({ token: endpoint, ...keys }));

/** The devices register from these addresses in rotation. */
const from = (devices: readonly SeedDevice[], ...addresses: readonly string[]): SeedDevice[] =>
  devices.map((device, index) => ({ ...device, registeredFrom: addresses[index % addresses.length] ?? '' }));

const startRun = async (world: DeliveryWorld): Promise<void> => {
  await world.makeActive('one-time', { pushes: [await world.makePush()] });
  await world.advance(HOUR);
  await world.settle();
};

/** Moves the clock until this many messages are sent. Returns the seconds taken, or one more than the limit. */
const secondsUntilSent = async (world: DeliveryWorld, count: number, most: number): Promise<number> => {
  for (let seconds = 1; seconds <= most; seconds += 1) {
    await world.advance(1_000);
    await world.settle();
    if (((await world.outcomes()).sent ?? 0) >= count) return seconds;
  }
  return most + 1;
};

const readPause = ({ options }: DeliveryWorld) =>
  options.database.query('SELECT pause_reason FROM app WHERE paused_until IS NOT NULL');
const requests = async (): Promise<number> => (await fakes.summary()).refused;

describe.each(eachDatabase())('good devices at a push service that refuses others, on $name,', ({ open }) => {
  const inWorld = async (test: (world: DeliveryWorld, app: App) => Promise<void>): Promise<void> => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG }).init();
    await test(world, await world.makeApp('webpush'));
  };

  test.each([
    ['behind 300', 300, 50],
    ['behind 3,000', 3_000, 1_000],
  ])('are all reached in their run %s from one address, without a pause', (_name, refusing, good) =>
    inWorld(async (world, app) => {
      const bad = from(await makeRefusing(refusing, 'bad'), 'attacker');
      await seedDevices(world.options.database, app.id, [...bad, ...(await makeGood(good))]);
      await startRun(world);
      expect((await world.outcomes()).sent).toBe(good);
      expect(await readPause(world)).toEqual([]);
      // Each device gets one request, and two were in flight when the signature was renewed.
      expect(await requests()).toBeLessThanOrEqual(refusing + 100);
    }),
  );

  test('are all reached in their run when they are mixed among 300', () =>
    inWorld(async (world, app) => {
      const bad = from(await makeRefusing(300, 'bad'), 'attacker');
      const mixed = (await makeGood(100)).flatMap((device, index) => [...bad.slice(3 * index, 3 * index + 3), device]);
      await seedDevices(world.options.database, app.id, mixed);
      await startRun(world);
      expect((await world.outcomes()).sent).toBe(100);
      expect(await readPause(world)).toEqual([]);
    }));

  test('wait for a short probe if the others come from three addresses and nothing was accepted', () =>
    inWorld(async (world, app) => {
      const bad = from(await makeRefusing(300, 'bad'), 'one', 'two', 'three');
      await seedDevices(world.options.database, app.id, [...bad, ...from(await makeGood(50), 'elsewhere')]);
      await startRun(world);
      // The push service is paused, so devices of other addresses probe it.
      expect(await secondsUntilSent(world, 50, 180)).toBeLessThanOrEqual(15);
      expect((await world.outcomes()).sent).toBe(50);
      expect(await readPause(world)).toEqual([]);
    }));

  test('are probed within seconds after a process that claimed all their rows has died', () =>
    inWorld(async (world, app) => {
      const bad = from(await makeRefusing(300, 'bad'), 'one', 'two', 'three');
      await seedDevices(world.options.database, app.id, [...bad, ...from(await makeGood(50), 'elsewhere')]);
      await startRun(world);
      const lease = "UPDATE retry_send SET lease_owner = 'another', lease_until = ?";
      await world.options.database.tx((tx) => execute(tx, lease, [world.clock.now() + 20_000]));
      // A probe is due, and there is no row for it.
      for (let seconds = 0; seconds < 20; seconds += 1) await world.advance(1_000);
      expect((await world.outcomes()).sent ?? 0).toBe(0);
      expect(await secondsUntilSent(world, 50, 180)).toBeLessThanOrEqual(15);
    }));

  test('are reached within seconds in a later run by a process that knows the working devices', () =>
    inWorld(async (world, app) => {
      await seedDevices(world.options.database, app.id, from(await makeRefusing(300, 'bad'), 'one', 'two', 'three'));
      await seedDevices(world.options.database, app.id, from(await makeGood(50), 'one'));
      await startRun(world);
      // Nothing distinguishes the good devices, and the probes grow.
      expect(await secondsUntilSent(world, 50, 180)).toBeLessThanOrEqual(60);
      await startRun(world);
      expect(await secondsUntilSent(world, 100, 180)).toBeLessThanOrEqual(15);
      expect(await world.outcomes()).toMatchObject({ sent: 100 });
    }));
});

/** Interleaves the lists: `each` of the first before every one of the second. */
const mix = (first: readonly SeedDevice[], second: readonly SeedDevice[]): SeedDevice[] => {
  const each = Math.ceil(first.length / second.length);
  return second.flatMap((device, index) => [...first.slice(each * index, each * (index + 1)), device]);
};

describe.each(eachDatabase())('devices of a network that a push service refuses, on $name,', ({ open }) => {
  const inWorld = async (test: (world: DeliveryWorld, app: App) => Promise<void>): Promise<void> => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG }).init();
    await test(world, await world.makeApp('webpush'));
  };
  const seed = async ({ options: { database }, clock }: DeliveryWorld, app: App, devices: SeedDevice[]) => {
    await seedDevices(database, app.id, devices);
    await database.tx((tx) => execute(tx, 'UPDATE device SET token_at = ?', [clock.now()]));
  };
  /** A few are sent until the network is known, and one for each page. */
  const mostBeside = (pages: number): number => 30 + pages;

  test.each([
    ['before', (bad: SeedDevice[], good: SeedDevice[]) => [...bad, ...good]],
    ['among', mix],
  ])('%s the others cost these at most one message of each page, and all are tried after them', (_name, join) =>
    inWorld(async (world, app) => {
      const bad = from(await makeRefusing(3_000, 'bad'), 'attacker');
      await seed(world, app, join(bad, await makeGood(1_000)));
      await startRun(world);
      expect((await world.outcomes()).sent).toBe(1_000);
      expect(await requests()).toBeLessThanOrEqual(mostBeside(4_000 / 40));
      for (let seconds = 0; seconds < 30; seconds += 1) await world.advance(1_000);
      expect(await requests()).toBeGreaterThanOrEqual(3_000);
      // The first few were tried before any was accepted, and get another attempt.
      for (let minutes = 0; minutes < 3; minutes += 1) await world.advance(MINUTE);
      expect(await world.outcomes()).toEqual({ failed: 3_000, sent: 1_000 });
      expect(await world.options.database.query("SELECT id FROM run WHERE status = 'finished'")).toHaveLength(1);
    }),
  );

  test.each([
    ['before', (bad: SeedDevice[], good: SeedDevice[]) => [...bad, ...good]],
    ['among', mix],
  ])('%s the others in one large page cost a few requests instead of one each', async (_name, join) => {
    await using database = await open();
    await using world = await new DeliveryWorld({
      database,
      fakes,
      config: { ...CONFIG, checkpointSize: 2_000 },
    }).init();
    const app = await world.makeApp('webpush');
    await seed(world, app, join(from(await makeRefusing(300, 'bad'), 'attacker'), await makeGood(1_000)));
    await startRun(world);
    expect((await world.outcomes()).sent).toBe(1_000);
    expect(await requests()).toBeLessThanOrEqual(10 + 8 + 2);
  });

  test('get their messages within half a minute if they are good', () =>
    inWorld(async (world, app) => {
      const bad = from(await makeRefusing(300, 'bad'), 'shared');
      const shared = from(await makeGood(400), 'shared');
      await seed(world, app, [...bad, ...shared]);
      await startRun(world);
      expect(await secondsUntilSent(world, 400, 30)).toBeLessThanOrEqual(30);
      expect(await readPause(world)).toEqual([]);
      await startRun(world);
      expect(await secondsUntilSent(world, 800, 30)).toBeLessThanOrEqual(30);
    }));

  test('are remembered individually, and set aside in a later run by another process, even without a network', () =>
    inWorld(async (world, app) => {
      const good = await makeGood(200);
      await seed(world, app, mix(await makeRefusing(600, 'bad'), good));
      await startRun(world);
      for (let minutes = 0; minutes < 3; minutes += 1) await world.advance(MINUTE);
      expect(await world.outcomes()).toEqual({ failed: 600, sent: 200 });
      const before = await requests();
      const other = world.makeFlow();
      await world.makeActive('one-time', { pushes: [await world.makePush()] });
      world.clock.advance(HOUR);
      await workThrough(other, world.jobs);
      expect((await world.outcomes()).sent).toBe(400);
      expect((await requests()) - before).toBeLessThanOrEqual(mostBeside(800 / 40));
    }));
});

describe.each(eachDatabase())('a push service that refuses every device, on $name,', ({ open }) => {
  test('gets no more requests after twenty devices of three addresses, and all get their messages once it accepts them', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG }).init();
    const app = await world.makeApp('webpush');
    await seedDevices(database, app.id, from(await makeGood(600), 'one', 'two', 'three', 'four'));
    await fakes.misbehave({ provider: 'webpush', fault: { kind: 'answer', status: 403 } });
    await startRun(world);
    const { held = 0, retrying = 0, ...others } = await world.outcomes();
    expect([held + retrying, others]).toEqual([600, {}]);
    expect(await requests()).toBeLessThanOrEqual(100);
    expect(await readPause(world)).toEqual([]);
    await fakes.behave();
    for (let minutes = 0; minutes < 5; minutes += 1) await world.advance(MINUTE);
    await world.settle();
    expect(await world.outcomes()).toEqual({ sent: 600 });
    expect(await fakes.duplicates()).toEqual([]);
  });
});

describe.each(eachDatabase())('a device that its push service refuses, on $name,', ({ open }) => {
  test('is retired with a reason after five refusals on different days while others are accepted', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG }).init();
    const app = await world.makeApp('webpush');
    await seedDevices(database, app.id, [...(await makeGood(30)), ...(await makeRefusing(1, 'bad'))]);
    await database.tx((tx) => execute(tx, 'UPDATE device SET token_at = ?, seen_at = ?', [world.clock.now(), 9e12]));
    const active: number[] = [];
    for (let days = 0; days < 6; days += 1) {
      await startRun(world);
      active.push((await database.query('SELECT id FROM device WHERE active = 1')).length);
      await world.advance(DAY);
    }
    expect(active).toEqual([31, 31, 31, 31, 30, 30]);
    expect(await database.query('SELECT inactive_reason FROM device WHERE active = 0')).toEqual([
      { inactive_reason: '403 forbidden: subscription was made with another VAPID key, refused 5 times' },
    ]);
  });

  test('starts from zero when it confirms its subscription', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG }).init();
    const app = await world.makeApp('webpush');
    await seedDevices(database, app.id, [...(await makeGood(30)), ...(await makeRefusing(1, 'bad'))]);
    await database.tx((tx) => execute(tx, 'UPDATE device SET token_at = ?, seen_at = ?', [world.clock.now(), 9e12]));
    for (let days = 0; days < 8; days += 1) {
      await startRun(world);
      await world.advance(DAY);
      const confirm = () => database.tx((tx) => execute(tx, 'UPDATE device SET token_at = ?', [world.clock.now()]));
      if (days === 3) await confirm();
    }
    expect(await database.query('SELECT id FROM device WHERE active = 0')).toEqual([]);
  });
});

/** The push service answers 429 for these devices and accepts the others. */
const limit = (devices: readonly SeedDevice[], retryAfterSeconds: number | null) =>
  fakes.misbehave({
    provider: 'webpush',
    targets: devices.map(({ token }) => token),
    fault: { kind: 'answer', status: 429, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) },
  });

describe.each(eachDatabase())('devices that answer 429, on $name,', ({ open }) => {
  test.each([
    ['one address', ['attacker'], null, 30],
    ['one address, with Retry-After', ['attacker'], 3_600, 30],
    ['two addresses, with Retry-After', ['one', 'two'], 3_600, 30],
    ['four addresses', ['one', 'two', 'three', 'four'], null, 120],
    ['four addresses, with Retry-After', ['one', 'two', 'three', 'four'], 90, 120],
  ])('do not stop good ones behind them: 300 of %s', async (_name, addresses, retryAfter, most) => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG }).init();
    const app = await world.makeApp('webpush');
    const made = await fakes.makeSubscriptions({ count: 300, seed: 'limited' });
    const limited = made.map(({ endpoint, keys }) => ({ token: endpoint, ...keys }));
    await limit(limited, retryAfter);
    await seedDevices(database, app.id, [...from(limited, ...addresses), ...from(await makeGood(50), 'elsewhere')]);
    await startRun(world);
    expect(await secondsUntilSent(world, 50, 900)).toBeLessThanOrEqual(most);
    expect(await readPause(world)).toEqual([]);
  });

  test.each([
    ['', null],
    [' for as long as it asks', 300],
  ])('get nothing%s while all of them do, and get their messages afterwards', async (_name, retryAfter) => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG }).init();
    const app = await world.makeApp('webpush');
    const all = from(await makeGood(600), 'one', 'two', 'three', 'four');
    await seedDevices(database, app.id, all);
    await limit(all, retryAfter);
    await startRun(world);
    for (let seconds = 0; seconds < (retryAfter ?? 60) - 5; seconds += 1) await world.advance(1_000);
    expect(await requests()).toBeLessThanOrEqual(40);
    await fakes.behave();
    for (let minutes = 0; minutes < 10; minutes += 1) await world.advance(MINUTE);
    await world.settle();
    expect(await world.outcomes()).toEqual({ sent: 600 });
    expect(await fakes.duplicates()).toEqual([]);
  });
});
