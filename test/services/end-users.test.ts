import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Keyring } from '../../src/crypto/keyring.js';
import { type Database, execute } from '../../src/database/database.js';
import { purgeDeletedUsers } from '../../src/delivery/upkeep/purge-users.js';
import { rebuildMarks } from '../../src/services/devices/rebuild-marks.js';
import { deleteUser } from '../../src/services/end-users/delete-user.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { CREDS } from '../support/rest-factory.js';

const run = (database: Database, sql: string, parameters: unknown[] = []) =>
  database.tx((tx) => execute(tx, sql, parameters));

describe.each(eachDatabase())('users of an account, $name', (kind) => {
  const open = async () => {
    const database = await kind.open();
    const clock = new FakeClock();
    const services = createServices({
      ...{ database, clock, keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() },
    });
    const { userId } = await services.keys.createUser('somebody');
    const caller = { userId, keyId: 0, scopes: ['write' as const] };
    const input = { pushProvider: 'provider_c', name: 'An app', link: null, credentials: CREDS.provider_c } as const;
    const app = await services.apps.create(caller, input);
    const register = (externalUserId: string, more: object = {}) =>
      services.devices.register(app, { token: randomBytes(32).toString('hex'), externalUserId, ...more }, null);
    const upsert = (externalUserId: string, attributes: Record<string, unknown>) =>
      services.endUsers.upsertMany(userId, [{ externalUserId, attributes }]);
    const copies = async () => {
      const rows = await database.query<{ attributes: string | null }>('SELECT attributes FROM device ORDER BY id');
      return rows.map(({ attributes }) => attributes);
    };
    const names = async () => {
      const rows = await database.query<{ id: string }>('SELECT external_user_id AS id FROM end_user ORDER BY 1');
      return rows.map(({ id }) => id);
    };
    const close = () => database[Symbol.asyncDispose]();
    return { database, clock, services, userId, app, register, upsert, copies, names, [Symbol.asyncDispose]: close };
  };

  test('update all their devices in a fixed number of statements', async () => {
    await using world = await open();
    const { database, services, userId, app } = world;
    const devices = Array.from({ length: 600 }, (_, n) => ({
      token: randomBytes(32).toString('hex'),
      externalUserId: `user ${n % 400}`,
    }));
    await services.devices.registerMany(app, devices, { startSends: false });
    const users = Array.from({ length: 400 }, (_, n) => ({ externalUserId: `user ${n}`, attributes: { level: n } }));
    let statements = 0;
    database.statements.listener = () => {
      statements += 1;
    };
    const results = await services.endUsers.upsertMany(userId, users);
    database.statements.listener = null;
    expect(results).toHaveLength(400);
    expect(results.every((item) => 'result' in item && !item.result.created)).toBe(true);
    expect(statements).toBeLessThan(20);
    const wrong = `SELECT COUNT(*) AS n FROM device d JOIN end_user u ON u.external_user_id = d.external_user_id
      WHERE d.attributes IS NULL OR d.attributes <> u.attributes`;
    expect(Number((await database.query<{ n: number }>(wrong))[0]?.n)).toBe(0);
  });

  test('of devices of earlier releases are created by the daily upkeep', async () => {
    await using world = await open();
    const { database, clock, services } = world;
    for (const user of ['anna', 'ben', 'anna']) await world.register(user);
    await run(database, 'DELETE FROM end_user');
    const upkeep = () => services.userUpkeep.run(new AbortController().signal);
    await upkeep();
    expect(await world.names()).toEqual(['anna', 'ben']);
    await run(database, "DELETE FROM end_user WHERE external_user_id = 'ben'");
    await upkeep();
    expect(await world.names()).toEqual(['anna']);
    clock.advance(86_400_000);
    await upkeep();
    expect(await world.names()).toEqual(['anna', 'ben']);
  });

  test('of devices of earlier releases are also found when their attributes change', async () => {
    await using world = await open();
    await world.register('anna');
    await run(world.database, 'DELETE FROM end_user');
    expect(await world.upsert('anna', { plan: 'pro' })).toMatchObject([{ result: { created: true } }]);
    expect(await world.copies()).toEqual(['{"plan":"pro"}']);
  });

  test('have their copies on devices corrected by the rebuild', async () => {
    await using world = await open();
    const { database } = world;
    await world.upsert('anna', { plan: 'pro', theme: 'light' });
    for (const user of ['anna', 'ben']) await world.register(user);
    await run(database, `UPDATE device SET own_attributes = '{"theme":"dark"}'`);
    await run(database, "UPDATE device SET attributes = NULL WHERE external_user_id = 'anna'");
    await run(database, `UPDATE device SET attributes = '{"a":1}' WHERE external_user_id = 'ben'`);
    expect(await rebuildMarks(database)).toEqual({ examined: 2, corrected: 2 });
    expect(await world.copies()).toEqual(['{"plan":"pro","theme":"dark"}', '{"theme":"dark"}']);
    expect(await rebuildMarks(database)).toEqual({ examined: 2, corrected: 0 });
  });

  test('are removed by a deletion, including from their remaining devices', async () => {
    await using world = await open();
    const { database, clock, userId } = world;
    await world.upsert('anna', { plan: 'pro' });
    await world.register('anna');
    const scope = { database, userId, now: clock.now() };
    expect(await database.tx((tx) => deleteUser(tx, scope, 'anna'))).toBe(1);
    expect(await database.tx((tx) => deleteUser(tx, scope, 'anna'))).toBe(0);
    expect([await world.names(), await world.copies()]).toEqual([[], [null]]);
  });

  test('are deleted with their account, as are its attribute definitions', async () => {
    await using world = await open();
    const { database, services, userId } = world;
    const other = await services.keys.createUser('other');
    await services.endUsers.upsertMany(other.userId, [{ externalUserId: 'ben', attributes: { level: 1 } }]);
    await world.upsert('anna', { plan: 'pro' });
    await services.users.delete(userId, null);
    await purgeDeletedUsers(database, new AbortController().signal);
    expect(await world.names()).toEqual(['ben']);
    const rows = await database.query<{ name: string }>('SELECT name FROM attribute_definition');
    expect(rows.map(({ name }) => name)).toEqual(['level']);
  });

  test('leave no attributes of the server on a device whose token another user takes over', async () => {
    await using world = await open();
    const { services, app } = world;
    const caller = { userId: world.userId, keyId: 0, scopes: ['write' as const] };
    await world.upsert('anna', { plan: 'pro' });
    const token = randomBytes(32).toString('hex');
    const { device } = await services.devices.register(app, { token, externalUserId: 'anna' }, null);
    await services.ownDevices.update(caller, device.id, { attributes: { theme: 'dark' } });
    expect(await world.copies()).toEqual(['{"plan":"pro","theme":"dark"}']);
    const guarded = { ...app, identityVerification: 'REQUIRED' as const };
    await services.devices.register(guarded, { token }, null);
    expect(await world.copies()).toEqual([null]);
  });

  test('can be given attributes by devices only if the account allows it', async () => {
    await using world = await open();
    const { services, userId } = world;
    await services.attributes.define(userId, { key: 'theme', type: 'STRING', writableByDevice: true });
    await services.attributes.define(userId, { key: 'plan', type: 'STRING', writableByDevice: false });
    await world.register('anna', { attributes: { theme: 'dark' } });
    for (const key of ['plan', 'unknown']) {
      await expect(world.register('ben', { attributes: { [key]: 'pro' } })).rejects.toThrow(
        `\`attributes.${key}\` cannot be set by devices. Set it from your server, or allow it with \`writableByDevice\` of \`attributeDefine\`.`,
      );
    }
    expect([await world.names(), await world.copies()]).toEqual([['anna'], ['{"theme":"dark"}']]);
  });
});
