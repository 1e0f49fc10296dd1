import { describe, expect, test } from '@jest/globals';
import { chunk } from '../../src/collections.js';
import { type Database, execute } from '../../src/database/database.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, startOneTime } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, noteFigures, recordedCount, settledCount, untilFinished, untilTaken } from './crash-run.js';

const DEVICES = 6_000;
/** Each has two devices, far apart. The other devices have no user. */
const USERS = 2_000;
const EARLY = 300;
const LATE = 100;
const CHECKPOINT_SIZE = 100;
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), BATCH_SIZE: '500', LEASE_MS: '2000' };
/** The numbers of accepted messages after which the kills happen, each right after a round of opt-outs. */
const KILLS_AT = [1_000, 2_500];
const HOUR_MS = 3_600_000;
const CHOICES_PER_CALL = 1_000;

interface Member {
  readonly id: number;
  readonly token: string;
  readonly user: string | null;
}

const prepare = async (world: ServiceWorld, service: ServiceProcess) => {
  const { fakes } = world;
  const app = await createApp(service, fakes, { provider: 'provider_c', name: 'phones' });
  const crowd = await makeCrowd(await world.db(), app.id);
  await fakes.misbehave({ provider: 'provider_c', fault: { kind: 'delay', delayMs: 100 } });
  const pushId = await createPush(service, [{ language: 'en', title: 'Hello', text: 'An offer.' }]);
  const at = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS;
  const schedulerId = await startOneTime(service, { pushId, at, body: { name: 'offer', all_apps: true } });
  return { crowd, schedulerId };
};

const makeCrowd = async (database: Database, appId: number): Promise<readonly Member[]> => {
  await seedDevices(database, appId, randomTokens(DEVICES));
  const rows = await database.query<{ id: number; token: string }>('SELECT id, token FROM device ORDER BY id');
  const crowd = rows.map(({ id, token }, index) => {
    const user = index % 3 === 2 ? null : `user ${(index - Math.floor((index + 1) / 3)) % USERS}`;
    return { id: Number(id), token, user };
  });
  await database.tx(async (tx) => {
    const sql = 'UPDATE device SET external_user_id = ? WHERE app_id = ? AND id = ?';
    for (const { id, user } of crowd) if (user !== null) await execute(tx, sql, [user, appId, id]);
  });
  return crowd;
};

const OPT_OUT = `mutation ($inputs: [PreferencesInput!]!) { preferencesBulkUpdate(inputs: $inputs) {
  results { userErrors { message } } userErrors { message } } }`;

/** Opts these people out of all marketing. Returns the tokens that must get nothing more. */
const optOut = async (
  service: ServiceProcess,
  crowd: readonly Member[],
  people: readonly Member[],
): Promise<ReadonlySet<string>> => {
  const choices = [{ allMarketing: true, choice: 'OFF' }];
  const inputs = people.map(({ id, user }) =>
    user === null ? { deviceId: toGlobalId('Device', id), choices } : { externalUserId: user, choices },
  );
  for (const part of chunk(inputs, CHOICES_PER_CALL)) {
    const { preferencesBulkUpdate } = await service.graphql<{
      preferencesBulkUpdate: { results: { userErrors: object[] }[]; userErrors: object[] };
    }>(OPT_OUT, { inputs: part });
    const { results, userErrors } = preferencesBulkUpdate;
    expect([...userErrors, ...results.flatMap((result) => result.userErrors)]).toEqual([]);
  }
  const [users, ids] = [new Set(people.map(({ user }) => user)), new Set(people.map(({ id }) => id))];
  const silent = crowd.filter(({ id, user }) => ids.has(id) || (user !== null && users.has(user)));
  return new Set(silent.map(({ token }) => token));
};

describe.each(eachDatabase())('kill -9 while people opt out of a run of 6,000 devices on $name', (kind) => {
  test('sends nothing to people who have opted out, and misses nobody else', async () => {
    await using world = await ServiceWorld.open(kind);
    let service = await world.start(ENV);
    const { crowd, schedulerId } = await prepare(world, service);
    const every = (step: number, first: number, count: number) =>
      crowd.filter((_, index) => index % step === first).slice(0, count);
    const silent = new Set(await optOut(service, crowd, every(17, 3, EARLY)));
    expect(silent.size).toBeGreaterThan(EARLY);
    await makeDue(world, schedulerId);

    let since = 0;
    const late: string[] = [];
    for (const [index, count] of KILLS_AT.entries()) {
      await untilTaken(world.fakes, count);
      const now = await optOut(service, crowd, every(17, 7 + index, LATE).reverse());
      await service.kill();
      since = await settledCount(world.fakes);
      // Everything after the kill was judged after the opt-outs.
      for (const token of now) silent.add(token);
      const got = new Set((await world.fakes.entries({ accepted: true, limit: 20_000 })).map(({ target }) => target));
      late.push(...[...now].filter((token) => got.has(token)));
      expect(since).toBeLessThan(DEVICES - silent.size);
      service = await world.start(ENV);
      await untilTaken(world.fakes, since + 1);
      const news = await world.fakes.entries({ offset: since, limit: 20_000, accepted: true });
      expect(news.filter(({ target }) => silent.has(target))).toEqual([]);
    }
    await untilFinished(world);

    const entries = await world.fakes.entries({ accepted: true, limit: 20_000 });
    const wrong = entries.slice(since).filter(({ target }) => silent.has(target));
    expect(wrong).toEqual([]);
    const got = new Set(entries.map(({ target }) => target));
    expect(crowd.filter(({ token }) => !silent.has(token) && !got.has(token))).toEqual([]);
    // Those who opted out late may have got the message before.
    const expected = new Set([...crowd.map(({ token }) => token).filter((token) => !silent.has(token)), ...late]);
    expect([...got].filter((token) => !expected.has(token))).toEqual([]);
    expect(entries.length - got.size).toBeLessThanOrEqual(KILLS_AT.length * CHECKPOINT_SIZE);
    const repeated = entries.length - got.size;
    noteFigures({ database: kind.name, silent: silent.size, gotBefore: late.length, repeated });

    const database = await world.db();
    const [dropped] = await database.query<{ n: number }>(
      "SELECT SUM(count) AS n FROM batch_count WHERE outcome = 'OPTED_OUT'",
    );
    expect((await recordedCount(world)) + Number(dropped?.n)).toBe(DEVICES);
    expect(await service.terminate()).toMatchObject({ code: 0 });
  });
});
