import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { execute } from '../../src/database/database.js';
import type { Device } from '../../src/entities/device.js';
import { ALL_MARKETING, type CategoryKind, type Choice } from '../../src/ports/preferences.js';
import type { PreferenceSubject } from '../../src/services/preferences/preference-service.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

type World = BatchWorld | AutoPushWorld;

const makeCategory = async (world: World, key: string, kind: CategoryKind = 'MARKETING', byDefault: Choice = 'ON') => {
  const names = [{ language: 'en', text: key }];
  const rest = { descriptions: [], androidChannel: null, listed: true };
  const { id } = await world.services.categories.create(world.caller, {
    key,
    names,
    kind,
    default: byDefault,
    ...rest,
  });
  return id;
};

/** Puts every push without a category into this one. */
const categorise = (world: World, categoryId: number) =>
  world.options.database.tx((tx) =>
    execute(tx, 'UPDATE push SET category_id = ? WHERE category_id IS NULL', [categoryId]),
  );

const choose = (world: World, subject: PreferenceSubject, categoryId: number, choice: Choice) =>
  world.services.preferences.write(world.caller.userId, subject, [{ categoryId, choice }], 'API');

const user = (externalUserId: string): PreferenceSubject => ({ kind: 'user', externalUserId });
const only = (deviceId: number): PreferenceSubject => ({ kind: 'device', deviceId });

/** A choice that was made on a device before its user signed in there. */
const chooseBefore = async (world: World, deviceId: number, categoryId: number, choice: Choice) => {
  const { database } = world.options;
  const set = (name: string | null) =>
    database.tx((tx) => execute(tx, 'UPDATE device SET external_user_id = ? WHERE id = ?', [name, deviceId]));
  const sql = 'SELECT external_user_id AS name FROM device WHERE id = ?';
  const [row] = await database.query<{ name: string | null }>(sql, [deviceId]);
  await set(null);
  await choose(world, only(deviceId), categoryId, choice);
  await set(row?.name ?? null);
};

const reached = (devices: readonly Pick<Device, 'id' | 'token'>[]): number[] => {
  const tokens = new Set(sender.ledger.map(({ token }) => token));
  return devices.filter(({ token }) => tokens.has(token)).map(({ id }) => id);
};

describe.each(eachDatabase())('opt-outs on $name', ({ open }) => {
  /** Twelve devices: users 1, 2 and 3 have three each, and three have none. */
  const start = async (database: Awaited<ReturnType<typeof open>>) => {
    const world = await BatchWorld.start({ database, fakes, sender });
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 12, (index) => ({
      externalUserId: index < 9 ? `user-${1 + Math.floor(index / 3)}` : null,
    }));
    return { world, devices, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };

  const runIn = async (world: BatchWorld, categoryId: number | null) => {
    sender.reset();
    await world.makeRun();
    if (categoryId !== null) await categorise(world, categoryId);
    await world.advance(HOUR);
  };

  test('of users and devices are obeyed, and the drops are counted, logged and given a reason', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    const [news, other] = [await makeCategory(world, 'news'), await makeCategory(world, 'other')];
    await choose(world, user('user-2'), news, 'OFF');
    await choose(world, user('user-3'), other, 'OFF');
    await choose(world, only(11), news, 'OFF');
    await runIn(world, news);
    expect(reached(devices)).toEqual([1, 2, 3, 7, 8, 9, 10, 12]);
    expect(await world.outcomes()).toEqual({ sent: 8, OPTED_OUT: 4 });
    expect((await world.logged()).get(4)).toEqual(['OPTED_OUT']);
    const sql = 'SELECT DISTINCT outcome, code, reason FROM delivery_failure';
    expect(await database.query(sql)).toEqual([
      { outcome: 'OPTED_OUT', code: 'RULE:OPTED_OUT', reason: 'opted out of news' },
    ]);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('from all marketing cover pushes of kind MARKETING and without a category, and no others', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await choose(world, user('user-1'), ALL_MARKETING, 'OFF');
    const all = devices.map(({ id }) => id);
    await runIn(world, null);
    expect(reached(devices)).toEqual(all.slice(3));
    for (const [kind, expected] of [
      ['MARKETING', all.slice(3)],
      ['SERVICE', all],
      ['TRANSACTIONAL', all],
    ] as const) {
      await runIn(world, await makeCategory(world, kind.toLowerCase(), kind));
      expect([kind, reached(devices)]).toEqual([kind, expected]);
    }
  });

  test('TRANSACTIONAL ignores choices from when the category had another kind', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    const id = await makeCategory(world, 'orders', 'SERVICE');
    await choose(world, user('user-1'), id, 'OFF');
    const input = { key: 'orders', names: [{ language: 'en', text: 'Orders' }], descriptions: [] } as const;
    const now = { ...input, kind: 'TRANSACTIONAL', default: 'ON', androidChannel: null, listed: true } as const;
    await world.services.categories.update(world.caller, id, now);
    await runIn(world, id);
    expect(reached(devices)).toHaveLength(12);
  });

  test('with the default OFF, only users who chose ON get messages; ON of a device does not count for its user', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    const id = await makeCategory(world, 'beta', 'MARKETING', 'OFF');
    await runIn(world, id);
    expect(reached(devices)).toEqual([]);
    await choose(world, user('user-1'), id, 'ON');
    await chooseBefore(world, 4, id, 'ON');
    await choose(world, only(10), id, 'ON');
    await runIn(world, id);
    expect(reached(devices)).toEqual([1, 2, 3, 10]);
    const sql = "SELECT DISTINCT reason FROM delivery_failure WHERE outcome = 'OPTED_OUT'";
    expect(await database.query(sql)).toEqual([{ reason: 'not opted in to beta' }]);
  });

  test('an opt-out of a device outlives a sign-in on it, and is lifted only there', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    const news = await makeCategory(world, 'news');
    await choose(world, { kind: 'device', deviceId: 10 }, news, 'OFF');
    await database.tx((tx) => execute(tx, "UPDATE device SET external_user_id = 'user-1' WHERE id = 10"));
    await choose(world, user('user-1'), news, 'ON');
    await runIn(world, news);
    expect(reached(devices)).not.toContain(10);
    expect(reached(devices)).toContain(1);
    await choose(world, { kind: 'device', deviceId: 10 }, news, 'ON');
    await runIn(world, news);
    expect(reached(devices)).toContain(10);
  });

  test('a run keeps the kind and default from its plan, and reads choices right before each page', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    const news = await makeCategory(world, 'news');
    await world.makeRun();
    await categorise(world, news);
    world.skip(HOUR);
    let isFirst = true;
    sender.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      const names = [{ language: 'en', text: 'News' }];
      const changed = { key: 'news2', names, descriptions: [], androidChannel: null, listed: true } as const;
      await world.services.categories.update(world.caller, news, { ...changed, kind: 'MARKETING', default: 'OFF' });
      // The last page, of 8 and 4 devices, is judged after the first was sent.
      await choose(world, only(12), news, 'OFF');
      await chooseBefore(world, 1, news, 'OFF');
    };
    await world.work();
    expect(reached(devices)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(await database.query("SELECT reason FROM delivery_failure WHERE outcome = 'OPTED_OUT'")).toEqual([
      { reason: 'opted out of news' },
    ]);
  });

  test('retries and held messages are judged again', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    const news = await makeCategory(world, 'news');
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 60_000 });
    await world.makeRun();
    await categorise(world, news);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: 12 });
    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await choose(world, user('user-1'), news, 'OFF');
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await world.outcomes()).toMatchObject({ sent: 9, OPTED_OUT: 3 });
  });

  test("for an immediate message, its own category takes precedence over the push's", async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    const [news, orders] = [await makeCategory(world, 'news'), await makeCategory(world, 'orders', 'TRANSACTIONAL')];
    await choose(world, user('user-1'), news, 'OFF');
    const { id: push } = await world.makePush(['en']);
    await categorise(world, news);
    const target = { kind: 'externalIds', externalIds: ['user-1', 'user-2'] } as const;
    const send = async (categoryId: number | null) => {
      sender.reset();
      const message = { target, appIds: null, push, category: categoryId };
      await world.services.messageSend.send(world.caller, message, async () => undefined);
      await world.work();
      return reached(devices);
    };
    expect(await send(null)).toEqual([4, 5, 6]);
    expect(await send(orders)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('auto-push obeys the choice at the end of the delay', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const [one, two] = [await world.makeDevice(), await world.makeDevice()];
    const news = await makeCategory(world, 'news');
    await world.makeAutoPush('0d1h');
    await categorise(world, news);
    for (const device of [one, two]) await world.track(device, 'buy');
    await world.advance(HOUR / 2);
    await choose(world, { kind: 'device', deviceId: one.id }, news, 'OFF');
    await world.advance(HOUR);
    expect(reached([one, two])).toEqual([two.id]);
    expect(await world.outcomes()).toEqual({ sent: 1, OPTED_OUT: 1 });
  });

  test('wherever a worker dies while people choose, only those who had opted out get no message', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 60, (index) => ({
      externalUserId: index % 3 === 0 ? null : `user-${index % 20}`,
    }));
    const news = await makeCategory(world, 'news');
    let total = 0;
    const plan = fc.record({
      nth: fc.integer({ min: 1, max: 24 }),
      when: fc.constantFrom('diesBeforeTx' as const, 'diesAfterTx' as const),
      seed: fc.integer({ min: 1, max: 1_000 }),
    });
    const property = fc.asyncProperty(plan, async ({ nth, when, seed }) => {
      sender.reset();
      await database.tx((tx) => execute(tx, 'DELETE FROM category_choice'));
      await world.makeRun();
      await categorise(world, news);
      world.skip(HOUR);
      const isOff = new Set<number>();
      const everOff = new Set<number>();
      const early: number[] = [];
      const subjectOf = (device: Device): PreferenceSubject =>
        device.externalUserId === null || device.externalUserId === undefined
          ? only(device.id)
          : user(device.externalUserId);
      const optOut = async (device: Device) => {
        await choose(world, subjectOf(device), news, 'OFF');
        for (const one of devices) {
          const isSame = device.externalUserId && one.externalUserId === device.externalUserId;
          if (one.id === device.id || isSame) everOff.add(one.id);
        }
      };
      for (let index = seed % 7; index < 60; index += 7) await optOut(devices[index] as Device);
      for (const id of everOff) isOff.add(id);
      let turn = seed;
      sender.before = async (batch) => {
        for (const { target } of batch.messages) {
          const device = devices.find(({ token }) => target.kind === 'token' && target.token === token);
          if (device && isOff.has(device.id)) early.push(device.id);
        }
        turn += 11;
        // Later pages are judged after this. This page may contain the device.
        await optOut(devices[turn % 60] as Device);
      };
      const [mortal, other] = [new DeliveryWorker(world), new DeliveryWorker(world)];
      mortal[when] = nth;
      await Promise.all([mortal.work(), other.work()]);
      await world.advance(LEASE + 1);
      total += 60;
      expect(early).toEqual([]);
      const got = new Set(reached(devices));
      for (const { id } of devices) if (!everOff.has(id)) expect(got.has(id)).toBe(true);
      const outcomes = await world.outcomes();
      expect((outcomes.sent ?? 0) + (outcomes.OPTED_OUT ?? 0)).toBe(total);
      expect(Object.keys(outcomes).sort()).toEqual(['OPTED_OUT', 'sent']);
      expect(Object.keys(await world.statuses('run'))).toEqual(['finished']);
    });
    await fc.assert(property, { numRuns: 8, endOnFailure: true });
  });
});
