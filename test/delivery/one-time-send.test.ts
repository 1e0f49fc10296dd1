import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeLog } from '../../src/delivery/record/delivery-log-codec.js';
import { Device } from '../../src/entities/device.js';
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
const LANGUAGES = ['en', 'de', 'pt-BR', 'fr'];

describe.each(eachDatabase())('a one-time send on $name', ({ open }) => {
  test('reaches every device of both providers once, each in its language', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const web = await world.makeApp('webpush');
    const apple = await world.makeApp('provider_c');
    await world.makeDevices(web, 45, (index) => ({ language: LANGUAGES[index % 4] ?? 'en' }));
    await world.makeDevices(apple, 130, (index) => ({ language: LANGUAGES[index % 4] ?? 'en' }));
    await world.makeActive('one-time', { pushes: [await world.makePush(['en', 'de', 'pt'])] });
    await world.work();
    expect(await fakes.count()).toBe(0);
    await world.advance(HOUR);
    await world.settle();
    expect(await fakes.count({ provider: 'webpush' })).toBe(45);
    expect(await fakes.count({ provider: 'provider_c' })).toBe(130);
    expect([...(await fakes.countByTarget()).values()].every((count) => count === 1)).toBe(true);
    expect(await world.outcomes()).toEqual({ sent: 175 });
    const [run] = await database.query<{ status: string }>('SELECT status FROM run');
    expect(run?.status).toBe('finished');
    const titles = (await fakes.entries({ limit: 1000 })).map((entry) => entry.title);
    const byTitle = (title: string) => titles.filter((candidate) => candidate === title).length;
    // pt-BR falls back to pt, fr to the default.
    expect([byTitle('title en'), byTitle('title de'), byTitle('title pt')]).toEqual([88, 44, 43]);
    await world.advance(HOUR);
    await world.settle();
    expect(await fakes.count()).toBe(175);
  });

  test('writes an exact log of about two bytes per device', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('provider_c');
    const devices = await world.makeDevices(app, 30);
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    await world.settle();
    const rows = await database.query<{ members: Buffer; outcomes: Buffer }>(
      'SELECT members, outcomes FROM delivery_log ORDER BY first_id',
    );
    const entries = rows.flatMap(({ members, outcomes }) => decodeLog(members, outcomes));
    expect(entries.map((entry) => entry.deviceId)).toEqual(devices.map(({ device }) => device.id));
    expect(entries.every((entry) => entry.outcome === 'sent')).toBe(true);
  });

  test('a dead subscription is retired with the reason and gets nothing more', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    const devices = await world.makeDevices(app, 5);
    const dead = devices[2]?.device;
    await fakes.killTokens('webpush', [dead?.token ?? '']);
    const push = await world.makePush();
    await world.makeActive('one-time', { pushes: [push] });
    await world.advance(HOUR);
    await world.settle();
    expect(await world.outcomes()).toEqual({ invalid_token: 1, sent: 4 });
    const row = await database.reader.findOneByOrFail(Device, { appId: app.id, id: dead?.id ?? 0 });
    expect(row).toMatchObject({ active: false });
    expect(row.inactiveReason).toMatch(/^(404|410)/);
    const [failure] = await database.query<{ device_id: number; outcome: string }>('SELECT * FROM delivery_failure');
    expect(failure).toMatchObject({ device_id: dead?.id, outcome: 'invalid_token' });
    await world.services.bindings.bind(world.caller, { schedulerId: push.schedulerId ?? 1, pushIds: [] });
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    await world.settle();
    expect(await world.outcomes()).toEqual({ invalid_token: 1, sent: 8 });
  });

  test('a transient error is retried, not before Retry-After, and ends as sent', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('webpush');
    await world.makeDevices(app, 6);
    await fakes.misbehave({
      provider: 'webpush',
      // An unproven push service is probed with one message, and the others wait for it.
      times: 1,
      fault: { kind: 'answer', status: 503, retryAfterSeconds: 120 },
    });
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    await world.settle();
    const before = await world.outcomes();
    expect(before).toEqual({ held: 5, retrying: 1 });
    await world.advance(100_000);
    expect(await world.outcomes()).toEqual(before);
    const [run] = await database.query<{ status: string }>('SELECT status FROM run');
    expect(run?.status).toBe('running');
    await world.advance(60_000);
    expect(await world.outcomes()).toEqual({ sent: 6 });
    expect(await fakes.duplicates()).toEqual([]);
    const [finished] = await database.query<{ status: string }>('SELECT status FROM run');
    expect(finished?.status).toBe('finished');
    const rows = await database.query<{ members: Buffer; outcomes: Buffer }>(
      'SELECT members, outcomes FROM delivery_log',
    );
    const entries = rows.flatMap(({ members, outcomes }) => decodeLog(members, outcomes));
    expect(entries.map((entry) => entry.outcome)).toEqual(Array(6).fill('sent'));
  });

  test('several pushes arrive at each device in the order in which they were bound', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await world.makeApp('provider_c');
    await world.makeDevices(app, 12);
    const [first, second, third] = [
      await world.makePush(['en'], 'a'),
      await world.makePush(['en'], 'b'),
      await world.makePush(['en'], 'c'),
    ];
    await world.services.pushes.deactivate(world.caller, (await world.makePush()).id);
    await world.makeActive('one-time', { pushes: [third, first, second] });
    await world.advance(HOUR);
    await world.settle();
    const bodies = new Map<string, (string | null)[]>();
    for (const entry of await fakes.entries({ limit: 100 })) {
      bodies.set(entry.target, [...(bodies.get(entry.target) ?? []), entry.body]);
    }
    expect(bodies.size).toBe(12);
    expect([...bodies.values()].every((texts) => texts.join() === 'c en,a en,b en')).toBe(true);
  });

  test('a moment beyond the grace period is recorded as missed and sends nothing', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await world.makeDevices(await world.makeApp('provider_c'), 3);
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(3 * HOUR);
    expect(await fakes.count()).toBe(0);
    const [run] = await database.query<{ status: string }>('SELECT status, active FROM run JOIN scheduler');
    expect(run).toMatchObject({ status: 'missed', active: 0 });
  });

  test('deactivating before the moment sends nothing', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await world.makeDevices(await world.makeApp('provider_c'), 3);
    const scheduler = await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.services.schedulers.deactivate(world.caller, scheduler.id);
    await world.advance(HOUR);
    await world.settle();
    expect(await fakes.count()).toBe(0);
    expect(await database.query('SELECT id FROM run')).toEqual([]);
  });
});
