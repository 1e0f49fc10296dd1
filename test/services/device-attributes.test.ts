import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Keyring } from '../../src/crypto/keyring.js';
import type { App } from '../../src/entities/app.js';
import type { Device } from '../../src/entities/device.js';
import { type Attributes, mergeAttributes, readAttributes, storeAttributes } from '../../src/ports/attributes.js';
import { systemClock } from '../../src/ports/clock.js';
import { createServices, type Services } from '../../src/services/services.js';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { CREDS } from '../support/rest-factory.js';

const USERS = ['anna', 'ben', 'cleo', 'dora'];
const KEYS = ['plan', 'level', 'city'];

/** Mulberry32: the same seed gives the same numbers, so a failure can be repeated. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
};
type Random = ReturnType<typeof randomFrom>;
const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T;

const openWorld = async (kind: TestDatabaseKind) => {
  const database = await kind.open();
  const keyring = new Keyring(randomBytes(32));
  const services = createServices({ database, clock: systemClock, keyring, jobs: new RecordingJobs() });
  const { userId } = await services.keys.createUser('somebody');
  const caller = { userId, keyId: 0, scopes: ['write' as const] };
  const create = (name: string) =>
    services.apps.create(caller, {
      ...{ pushProvider: 'provider_c', name, link: null },
      credentials: CREDS.provider_c,
    } as Parameters<Services['apps']['create']>[1]);
  const apps = [await create('One'), await create('Two')];
  /** The devices whose copy is wrong. */
  const wrong = async () => {
    const rows = await database.query<{
      id: number;
      external_user_id: string | null;
      attributes: string | null;
      own_attributes: string | null;
      theirs: string | null;
    }>(
      `SELECT d.id, d.external_user_id, d.attributes, d.own_attributes, u.attributes AS theirs FROM device d
       LEFT JOIN end_user u ON u.external_user_id = d.external_user_id AND u.user_id = ?`,
      [userId],
    );
    return rows.filter((row) => {
      const merged = mergeAttributes(readAttributes(row.own_attributes), readAttributes(row.theirs));
      return row.attributes !== storeAttributes(merged);
    });
  };
  const upsert = (externalUserId: string, attributes: Record<string, unknown>) =>
    services.endUsers.upsertMany(userId, [{ externalUserId, attributes }]);
  const close = () => database[Symbol.asyncDispose]();
  return { database, services, userId, caller, apps, wrong, upsert, [Symbol.asyncDispose]: close };
};
type World = Awaited<ReturnType<typeof openWorld>>;

interface Known {
  readonly app: App;
  readonly token: string;
  readonly secret: string | null;
  readonly device: Device;
}

const attributesFrom = (random: Random): Record<string, string | null> => {
  const keys = KEYS.filter(() => random(2) === 0);
  return Object.fromEntries(keys.map((key) => [key, random(4) === 0 ? null : `v${random(5)}`]));
};

const userFrom = (random: Random): string | null | undefined => pick(random, [...USERS, null, undefined]);

/** One random step of a server or a device. */
const step = async ({ services, apps, caller, upsert, userId }: World, random: Random, known: Known[]) => {
  const app = pick(random, apps);
  const attributes = random(2) === 0 ? attributesFrom(random) : undefined;
  const externalUserId = userFrom(random);
  const one = known.length > 0 ? pick(random, known) : null;
  const given = { ...(attributes && { attributes }), ...(externalUserId !== undefined && { externalUserId }) };
  const kind = random(7);
  if (kind === 0 || !one) {
    const token = randomBytes(32).toString('hex');
    const made = await services.devices.register(app, { token, externalUserId: externalUserId ?? null }, null);
    known.push({ app, token, secret: made.secret, device: made.device });
  } else if (kind === 1) {
    await services.ownDevices.update(caller, one.device.id, given).catch(ignoreUnknown);
  } else if (kind === 2) {
    await services.devices.registerMany(one.app, [{ token: one.token, ...given }], { startSends: false });
  } else if (kind === 3) {
    const many = [1, 2].map(() => ({ token: randomBytes(32).toString('hex'), ...given }));
    await services.devices.registerMany(app, [...many, ...many], { startSends: false });
  } else if (kind === 4) {
    const users = USERS.filter(() => random(2) === 0);
    const changes = users.map((user) => ({ externalUserId: user, attributes: attributesFrom(random) }));
    if (changes.length > 0) await services.endUsers.upsertMany(userId, changes);
  } else if (kind === 5) {
    await upsert(pick(random, USERS), attributesFrom(random));
  } else {
    const device = await services.ownDevices.get(caller, one.device.id).catch(ignoreUnknown);
    if (device) await services.devices.update(one.app, device.device, { externalUserId: externalUserId ?? null });
  }
};

const ignoreUnknown = (error: unknown): null => {
  if (error instanceof Error && error.message.includes('no such device')) return null;
  throw error;
};

describe.each(eachDatabase())('the attributes of devices, $name', (kind) => {
  test("equal the user's attributes merged with their own after any sequence of changes", async () => {
    for (const seed of [1, 2, 3]) {
      await using world = await openWorld(kind);
      const random = randomFrom(seed);
      const known: Known[] = [];
      for (let count = 0; count < 80; count += 1) {
        await step(world, random, known);
        expect({ seed, count, wrong: await world.wrong() }).toEqual({ seed, count, wrong: [] });
      }
      const filled = 'SELECT COUNT(*) AS n FROM device WHERE attributes IS NOT NULL';
      expect(Number((await world.database.query<{ n: number }>(filled))[0]?.n)).toBeGreaterThan(0);
    }
  });

  test('stay equal when everything happens at once', async () => {
    await using world = await openWorld(kind);
    const known: Known[] = [];
    for (let count = 0; count < 10; count += 1) await step(world, randomFrom(count), known);
    for (let round = 0; round < 6; round += 1) {
      const randoms = Array.from({ length: 8 }, (_, index) => randomFrom(1_000 * round + index));
      await Promise.all(
        randoms.map(async (random) => {
          for (let count = 0; count < 5; count += 1) await step(world, random, known);
        }),
      );
      expect(await world.wrong()).toEqual([]);
    }
  });

  test('are right when a user gets attributes while the first devices register', async () => {
    await using world = await openWorld(kind);
    const { services, apps, upsert } = world;
    const app = apps[0] as App;
    for (let round = 0; round < 15; round += 1) {
      const user = `user ${round}`;
      const token = () => randomBytes(32).toString('hex');
      await Promise.all([
        services.devices.register(app, { token: token(), externalUserId: user }, null),
        upsert(user, { plan: 'pro' }),
        services.devices.registerMany(app, [{ token: token(), externalUserId: user }], { startSends: false }),
        upsert(user, { level: 'high' }),
        services.devices.register(app, { token: token(), externalUserId: user }, null),
      ]);
    }
    expect(await world.wrong()).toEqual([]);
    const rows = await world.database.query<{ attributes: string | null }>('SELECT attributes FROM device');
    expect(rows).toHaveLength(45);
    const both: Attributes = { plan: 'pro', level: 'high' };
    expect(new Set(rows.map(({ attributes }) => attributes))).toEqual(new Set([storeAttributes(both)]));
  });
});
