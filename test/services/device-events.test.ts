import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { RecordingJobs } from '../support/recording-jobs.js';

const setUp = async (database: Database) => {
  const clock = new FakeClock();
  const due: (number | null)[] = [];
  const services = createServices({
    database,
    clock,
    keyring: new Keyring(randomBytes(32)),
    jobs: new RecordingJobs(),
    dueSignal: { dueAt: (instant) => due.push(instant) },
  });
  const { userId } = await services.keys.createUser('somebody');
  const caller = { userId, keyId: 0, scopes: ['read', 'write', 'send'] as const };
  const credentials = { app_id: 'a', api_key: 'k' };
  const input = { pushProvider: 'provider_b', name: 'app', link: null, credentials } as const;
  const app = await services.apps.create({ ...caller, scopes: [...caller.scopes] }, input);
  const register = (owner: App = app) =>
    services.devices.register(owner, { subscriptionId: crypto.randomUUID() }, null);
  return { services, clock, due, caller: { ...caller, scopes: [...caller.scopes] }, app, register };
};

const scheduler = (filters: object, delay: string | null) => ({
  name: 'auto-push',
  allApps: true,
  allCountries: false,
  allLanguages: false,
  allAudiences: false,
  filters,
  timing: { kind: 'auto-push' as const, delay },
  allowIanaZone: false,
});

/** Returns the number of transactions begun since. */
const countTransactions = (database: Database): (() => number) => {
  let begun = 0;
  database.statements.listener = (sql) => {
    if (/^(BEGIN|START) TRANSACTION/.test(sql)) begun += 1;
  };
  return () => begun;
};

describe.each(eachDatabase())('events of devices on $name', ({ open }) => {
  test('tell the process when their earliest send is due', async () => {
    await using database = await open();
    const { services, clock, due, caller, app, register } = await setUp(database);
    for (const delay of ['2h', '30m']) {
      const { id } = await services.schedulers.create(caller, scheduler({ event_include: ['reg'] }, delay));
      await services.schedulers.activate(caller, id);
    }
    const { device } = await register();
    expect(due.splice(0)).toEqual([null]);
    await services.deviceEvents.track(app, device, [{ code: 'reg' }]);
    expect(due.splice(0)).toEqual([clock.now() + 30 * 60_000]);
    await services.deviceEvents.track(app, device, [{ code: 'dep' }]);
    expect(due).toEqual([null]);
  });

  test('of many devices at once are written in one transaction, and each is checked separately', async () => {
    await using database = await open();
    const { services, app, caller, register } = await setUp(database);
    const { id } = await services.schedulers.create(caller, scheduler({ event_include: ['reg'] }, null));
    await services.schedulers.activate(caller, id);
    const devices: Awaited<ReturnType<typeof register>>[] = [];
    for (let index = 0; index < 30; index += 1) devices.push(await register());
    const begun = countTransactions(database);
    const reports = devices.map(({ device, secret }, index) =>
      services.deviceEvents.report(
        app,
        { deviceId: device.id, secret: index === 7 ? 'not-its-own' : secret },
        // Some occur twice within a report, or in two concurrent reports.
        [{ code: index === 8 ? 'nothing' : 'reg', id: 'a' }, { code: 'reg', id: 'a' }, { code: 'dep' }],
      ),
    );
    const again = services.deviceEvents.track(app, devices[0]?.device ?? { id: 0 }, [{ code: 'reg', id: 'a' }]);
    const unknown = services.deviceEvents.track(app, { id: 999_999 }, [{ code: 'reg' }]);
    const settled = await Promise.allSettled([...reports, again, unknown]);
    expect(begun()).toBe(1);
    expect(settled[7]).toMatchObject({ reason: { code: 'UNAUTHENTICATED' } });
    expect(settled[8]).toMatchObject({ reason: { code: 'BAD_USER_INPUT' } });
    expect(settled.slice(-2)).toMatchObject([
      { value: { accepted: 0, ignored: 1 } },
      { reason: { code: 'NOT_FOUND' } },
    ]);
    const good = settled.slice(0, 30).filter((_, index) => index !== 7 && index !== 8);
    expect(good).toEqual(Array(28).fill({ status: 'fulfilled', value: { accepted: 2, ignored: 1 } }));
    const history = await database.query<{ n: number }>('SELECT SUM(count) AS n FROM device_event WHERE event_id > 1');
    expect(Number(history[0]?.n)).toBe(56);
    expect(await database.query('SELECT id FROM due_send')).toHaveLength(28);
  });

  test('of a deleted device are refused and leave nothing behind', async () => {
    await using database = await open();
    const { services, app, register } = await setUp(database);
    const [first, second] = [await register(), await register()];
    await services.devices.update(app, second.device, { subscriptionId: first.device.token });
    const late = services.deviceEvents.track(app, first.device, [{ code: 'reg', id: 'x' }]);
    await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const updated = services.devices.update(app, first.device, { audiences: ['vip'] });
    await expect(updated).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const table of ['device_event', 'device_tag', 'event_seen', 'due_send']) {
      const sql = `SELECT device_id FROM ${table} WHERE device_id = ?`;
      expect(await database.query(sql, [first.device.id])).toEqual([]);
    }
  });

  test('with impossible codes are refused by schedulers too', async () => {
    await using database = await open();
    const { services, caller } = await setUp(database);
    for (const code of ['événement', '😀', 'reg ', 'nothing']) {
      for (const field of ['event_include', 'event_exclude']) {
        const created = services.schedulers.create(caller, scheduler({ [field]: [code] }, null));
        await expect(created).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
      }
    }
  });
});
