import { randomBytes } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { Keyring } from '../../src/crypto/keyring.js';
import { execute } from '../../src/database/database.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { CREDS } from '../support/rest-factory.js';

const MINUTE_MS = 60_000;

describe.each(eachDatabase())('erasures, $name', (kind) => {
  const open = async () => {
    const database = await kind.open();
    const clock = new FakeClock();
    const jobs = new RecordingJobs();
    const services = createServices({ database, clock, keyring: new Keyring(randomBytes(32)), jobs });
    const { userId } = await services.keys.createUser('somebody');
    const caller = { userId, keyId: 0, scopes: ['write' as const] };
    const input = { pushProvider: 'provider_c', name: 'An app', link: null, credentials: CREDS.provider_c } as const;
    const app = await services.apps.create(caller, input);
    const register = (externalUserId: string) =>
      services.devices.register(app, { token: randomBytes(32).toString('hex'), externalUserId }, null);
    const close = () => database[Symbol.asyncDispose]();
    return { database, clock, jobs, services, caller, userId, app, register, [Symbol.asyncDispose]: close };
  };

  test('refuse the id at once, and known users need no lookup of tombstones', async () => {
    await using world = await open();
    const { database, services, caller, userId, register } = world;
    await register('anna');
    await register('ben');
    await services.erasures.request(caller, 'anna');
    await expect(register('anna')).rejects.toThrow(/erased/);
    const statements: string[] = [];
    database.statements.listener = (sql) => statements.push(sql);
    await register('ben');
    await services.endUsers.upsertMany(userId, [{ externalUserId: 'ben', attributes: { level: 1 } }]);
    database.statements.listener = null;
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((sql) => sql.includes('erased_user'))).toEqual([]);
  });

  test('remove the address of a deleted device from an import that ended later', async () => {
    await using world = await open();
    const { database, clock, services, caller, userId, app } = world;
    const token = 'ab'.repeat(32);
    await services.devices.register(app, { token, externalUserId: 'anna' }, null);
    const values = { userId, appId: app.id, fileName: 'a.csv', format: 'csv' } as const;
    const id = await services.deviceImports.create(caller, values);
    const change = (sql: string) => database.tx((tx) => execute(tx, sql, [id]));
    await change(`UPDATE device_import SET has_file = 1, sample = '[["${token}"]]' WHERE id = ?`);
    const erasure = await services.erasures.request(caller, 'anna');
    const run = async () => {
      clock.advance(60 * MINUTE_MS);
      await services.erasureRunner.run(new AbortController().signal);
      const sql = 'SELECT e.status, e.tokens, i.sample FROM erasure e, device_import i WHERE e.id = ?';
      return (await database.query<object>(sql, [erasure]))[0];
    };
    expect(await run()).toMatchObject({ status: 'waiting', tokens: JSON.stringify([token]) });
    expect(await run()).toMatchObject({ status: 'waiting', tokens: JSON.stringify([token]) });
    await change("UPDATE device_import SET status = 'cancelled' WHERE id = ?");
    expect(await run()).toEqual({ status: 'finished', tokens: null, sample: '[]' });
  });

  test('let other upkeep run after two minutes, and continue in the next run', async () => {
    await using world = await open();
    const { database, clock, jobs, services, caller, register } = world;
    for (const id of ['anna', 'ben']) {
      await register(id);
      await services.erasures.request(caller, id);
    }
    clock.advance(MINUTE_MS);
    const waiting = async () => {
      const sql = "SELECT COUNT(*) AS n FROM erasure WHERE status = 'waiting'";
      return Number((await database.query<{ n: number }>(sql))[0]?.n);
    };
    const enqueued = () => jobs.waiting.filter(({ name }) => name === 'upkeep').length;
    const before = enqueued();
    // Before this process started, because modules keep the time for the next test file.
    let elapsed = -1_000 * MINUTE_MS;
    const now = jest.spyOn(performance, 'now').mockImplementation(() => {
      elapsed += 1.5 * MINUTE_MS;
      return elapsed;
    });
    const run = () => services.erasureRunner.run(new AbortController().signal);
    await run().finally(() => now.mockRestore());
    expect([await waiting(), enqueued() - before]).toEqual([1, 1]);
    await run();
    expect(await waiting()).toBe(0);
  });
});
