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
  timing: { kind: 'conversion' as const, delay },
  allowIanaZone: false,
});

describe.each(eachDatabase())('events of devices on $name', ({ open }) => {
  test('tell the process when the earliest of the sends that they start is due', async () => {
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

  test('of a device that is gone are refused and leave nothing behind', async () => {
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

  test('that no one could have are refused by schedulers too', async () => {
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
