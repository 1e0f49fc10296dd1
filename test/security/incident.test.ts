import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { ClockWatch } from '../../src/delivery/upkeep/clock-watch.js';
import { purgeDeletedUsers } from '../../src/delivery/upkeep/purge-users.js';
import { AutoPushWorld } from '../delivery/auto-push-world.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import { account, accountOf, atCall, DEVICES, MINUTE, SENT, SLICE, startRun } from '../delivery/life-cycle-world.js';
import { type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { startHttpApp } from '../support/http-app.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => {
  sender.reset();
  sender.answer = () => SENT;
});

const count = async (database: Database, table: string): Promise<number> =>
  Number((await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);

describe.each(eachDatabase())('a suspended user, $name', (kind) => {
  test('sends nothing: batches stop at their next checkpoint, and continue there later', async () => {
    await using database = await kind.open();
    await using world = await startRun({ database, fakes, sender });
    const { users } = world.services;
    atCall(sender, 2, () => users.suspend(world.caller.userId, 'operator'));
    await world.advance(HOUR);
    const before = sender.ledger.length;
    expect(before).toBeLessThan(DEVICES);
    await world.advance(10 * MINUTE);
    expect(sender.ledger.length).toBe(before);
    await users.resume(world.caller.userId, 'operator');
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
    expect(before % SLICE).toBe(0);
  });

  test('stays suspended whichever worker starts', async () => {
    await using database = await kind.open();
    await using world = await startRun({ database, fakes, sender });
    const { users } = world.services;
    atCall(sender, 2, () => users.suspend(world.caller.userId, 'operator'));
    await world.advance(HOUR);
    const before = sender.ledger.length;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const watch = new ClockWatch(
      { database, clock: world.clock, config: world.config, log },
      { onSetBack: () => undefined },
    );
    watch.start();
    await watch.stop();
    await world.advance(10 * MINUTE);
    expect(sender.ledger.length).toBe(before);
    await users.resume(world.caller.userId, 'operator');
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
  });

  test('when resumed, misses the moments past their grace period, and sends the others', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 3);
    const { users } = world.services;
    const { userId } = world.caller;
    for (const [suspendedMs, status] of [
      [30 * MINUTE, 'finished'],
      [2 * HOUR, 'missed'],
    ] as const) {
      await world.makeRun();
      await users.suspend(userId, 'operator');
      await world.advance(HOUR + suspendedMs);
      expect(await count(database, `run WHERE status = '${status}'`)).toBe(0);
      await users.resume(userId, 'operator');
      await world.work();
      expect(await count(database, `run WHERE status = '${status}'`)).toBe(1);
    }
    expect(sender.ledger).toHaveLength(3);
  });

  test('still collects devices and events, which start no delay; delays that end wait for the grace period', async () => {
    await using database = await kind.open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush('10m');
    const { users } = world.services;
    const { userId } = world.caller;
    for (const [suspendedMs, sent] of [
      [30 * MINUTE, 1],
      [2 * HOUR, 1],
    ] as const) {
      await world.track(await world.makeDevice(), 'buy');
      await users.suspend(userId, 'operator');
      await world.advance(suspendedMs);
      await world.track(await world.makeDevice(), 'buy');
      await world.advance(20 * MINUTE);
      await users.resume(userId, 'operator');
      await world.work();
      expect(sender.ledger).toHaveLength(sent);
    }
    expect(await count(database, 'due_send')).toBe(0);
    expect(await count(database, 'device')).toBe(4);
  });
});

describe.each(eachDatabase())('users in an emergency, $name', (kind) => {
  const app = useGraphApp(kind);
  const SUSPEND = 'mutation { userSuspend { user { id suspendedAt } userErrors { message } } }';
  const RESUME = 'mutation { userResume { user { suspendedAt } userErrors { message } } }';

  test('suspend themselves, and then a key with every scope can only resume them', async () => {
    const user = await app().newUser();
    const socket = await user.socket();
    expect((await user.data(SUSPEND)).userSuspend.user.suspendedAt).not.toBeNull();
    for (const query of ['{ viewer { scopes } }', `mutation { userDelete(name: "someone") { deletedId } }`]) {
      const { status, errors, data } = await user.query(query);
      expect([status, data, errors[0].extensions.code]).toEqual([403, undefined, 'FORBIDDEN']);
    }
    expect((await user.data(SUSPEND)).userSuspend.userErrors).toEqual([]);
    const both = 'mutation { userResume { user { id } } userDelete(name: "someone") { deletedId } }';
    expect((await user.query(both)).status).toBe(403);
    socket.send({ id: 'a', type: 'subscribe', payload: { query: '{ viewer { scopes } }' } });
    expect((await socket.closed()).code).toBe(4401);
    expect((await user.data(RESUME)).userResume).toEqual({ user: { suspendedAt: null }, userErrors: [] });
    expect((await user.query('{ viewer { scopes } }')).status).toBe(200);
  });

  test("need every scope, and cannot undo the operator's actions", async () => {
    const user = await app().newUser();
    const { apiKeyCreate } = await user.data('mutation { apiKeyCreate(input: { scopes: [READ, WRITE] }) { secret } }');
    const lesser = app().userWithKey({ userId: user.userId, apiKey: apiKeyCreate.secret });
    for (const change of [SUSPEND, RESUME, 'mutation { userDelete(name: "someone") { deletedId } }']) {
      expect((await lesser.query(change)).errors[0].extensions.code).toBe('FORBIDDEN');
    }
    await user.data(SUSPEND);
    await app().services.users.suspend(user.userId, 'operator');
    const { status, errors } = await user.query(RESUME);
    expect([status, errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
    await app().services.users.resume(user.userId, 'operator');
    expect((await user.query('{ viewer { scopes } }')).status).toBe(200);
  });

  test('delete themselves only with their name: their keys get 401 at once', async () => {
    const user = await app().newUser();
    const DELETE = 'mutation ($name: String!) { userDelete(name: $name) { deletedId userErrors { message } } }';
    const refused: Json = await user.data(DELETE, { name: 'another' });
    expect([refused.userDelete.deletedId, refused.userDelete.userErrors.length]).toEqual([null, 1]);
    expect((await user.data(DELETE, { name: 'someone' })).userDelete).toMatchObject({ userErrors: [] });
    expect((await user.query('{ viewer { scopes } }')).status).toBe(401);
    await expect(app().services.keys.createKey(user.userId)).rejects.toThrow('no such user');
  });
});

describe.each(eachDatabase())('a deleted user, $name', (kind) => {
  /** Every table with an owner, and the number of the user's rows. */
  const rowsOf = async (database: Database, ids: { users: string; apps: string; runs: string; devices: string }) => {
    const own = { user_id: ids.users, app_id: ids.apps, run_id: ids.runs, device_id: ids.devices };
    const left: Record<string, number> = {};
    for (const { tableName, columns } of database.reader.connection.entityMetadatas) {
      const names = columns.map((column) => column.databaseName);
      for (const [column, list] of Object.entries(own)) {
        if (!names.includes(column)) continue;
        const n = await count(database, `${tableName} WHERE ${column} IN (${list})`);
        if (n > 0) left[`${tableName}.${column}`] = n;
      }
    }
    return left;
  };
  const idsOf = async (database: Database, userId: number) => {
    const list = async (sql: string): Promise<string> =>
      (await database.query<{ id: number }>(sql)).map(({ id }) => Number(id)).join(', ') || '-1';
    const apps = await list(`SELECT id FROM app WHERE user_id = ${userId}`);
    return {
      users: String(userId),
      apps,
      runs: await list(`SELECT id FROM run WHERE user_id = ${userId}`),
      devices: await list(`SELECT id FROM device WHERE app_id IN (${apps})`),
    };
  };

  test('leaves no row behind, without affecting others, and an interrupted purge continues', async () => {
    await using database = await kind.open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null);
    await world.makeActive('one-time', { pushes: [await world.makePush(['en', 'de'])] });
    const device = await world.makeDevice();
    await world.makeDevices(world.app, 30, () => ({ audiences: ['vip'], timezone: 'Europe/Berlin' }));
    await world.track(device, { code: 'buy', id: 'e1' });
    await world.advance(HOUR);
    await world.services.appGroups.create(world.caller, { name: 'group', allApps: false, appIds: [world.app.id] });
    const deleted = await idsOf(database, world.caller.userId);
    expect(Object.keys(await rowsOf(database, deleted)).length).toBeGreaterThan(12);
    const { userId: keptId } = await world.services.keys.createUser('other');
    world.caller = { ...world.caller, userId: keptId };
    const kept = await world.makeApp('provider_c');
    await world.makeDevices(kept, 3);
    const before = await rowsOf(database, await idsOf(database, keptId));
    await world.services.users.delete(Number(deleted.users), null);
    expect(await world.services.apps.findByServiceId(world.app.serviceId)).toBeNull();
    const stop = new AbortController();
    const original = database.tx.bind(database);
    let steps = 0;
    database.tx = (work) => {
      steps += 1;
      if (steps === 3) stop.abort();
      return original(work);
    };
    expect(await purgeDeletedUsers(database, stop.signal)).toBe(0);
    expect(await count(database, `user_account WHERE id = ${deleted.users}`)).toBe(1);
    database.tx = original;
    // Upkeep does the same every hour.
    await world.flow.handlers().upkeep({}, { signal: new AbortController().signal, touch: async () => undefined });
    expect(await rowsOf(database, deleted)).toEqual({});
    expect(await count(database, `user_account WHERE id = ${deleted.users}`)).toBe(0);
    expect(await rowsOf(database, await idsOf(database, keptId))).toEqual(before);
  });
});

describe.each(eachDatabase().slice(0, 1))('the log, $name', (kind) => {
  test('names the user of each request', async () => {
    await using app = await startHttpApp(kind);
    await app.api('GET', '/apps');
    expect(app.log.at(-1)).toMatchObject({ msg: 'request', user: app.caller.userId, key: app.apiKey.slice(0, 12) });
    await app.apiWith('pgk_unknown_unknown_key')('GET', '/apps');
    expect(app.log.at(-1)).not.toHaveProperty('user');
    expect(JSON.stringify(app.log)).not.toContain(app.apiKey.slice(12));
  });

  test('records when and why a run began, was paused, resumed and ended', async () => {
    await using database = await kind.open();
    const lines: Json[] = [];
    database.onOutbox = (user, written) => {
      for (const { type, details } of written) lines.push({ user, type, ...details });
    };
    await using world = await startRun({ database, fakes, sender, devices: 20 });
    atCall(sender, 1, async () => {
      const [run] = await database.query<{ id: number }>('SELECT id FROM run');
      await world.services.runs.pause(world.caller, Number(run?.id));
    });
    await world.advance(HOUR);
    const [run] = await database.query<{ id: number; scheduler_id: number }>('SELECT id, scheduler_id FROM run');
    await world.services.runs.resume(world.caller, Number(run?.id));
    await world.work();
    await world.services.users.suspend(world.caller.userId, 'operator');
    const of = { user: world.caller.userId, run_id: Number(run?.id) };
    expect(lines).toEqual([
      expect.objectContaining({ ...of, type: 'run.started', cause: 'moment', scheduler_id: Number(run?.scheduler_id) }),
      { ...of, type: 'run.paused', reason: 'its owner paused it' },
      { ...of, type: 'run.resumed', reason: 'its owner resumed it' },
      expect.objectContaining({ ...of, type: 'run.finished' }),
      { user: world.caller.userId, type: 'user.suspended', by: 'operator' },
    ]);
  });
});
