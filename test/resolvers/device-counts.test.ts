import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sha256 } from '../../src/crypto/secrets.js';
import { execute } from '../../src/database/database.js';
import { addDeviceFlow } from '../../src/delivery/record/add-device-flow.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { DeviceCountService } from '../../src/services/devices/device-counts.js';
import { BatchWorld } from '../delivery/batch-world.js';
import { DAY, upkeep } from '../delivery/history-world.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const POINT = 'date active registered retired';
const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

describe.each(eachDatabase())('device counts on $name', ({ name, open }) => {
  test('new and lost devices are counted at once, days are closed, and the past is derived from the devices', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await using stranger = await graph.stranger();
    const app = await world.makeApp('provider_c');
    const id = toGlobalId('App', app.id);
    const past = world.clock.now() - 2 * DAY;
    await world.seedDevices(app, 7, (index) => ({
      registeredAt: new Date(past),
      active: index > 0,
      inactiveAt: index > 0 ? null : new Date(past + DAY),
    }));
    // Newly registered devices have other ids.
    await database.tx((tx) => execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('device', 1000)"));
    const countOf = async (view: GraphOverWorld) =>
      (await view.data('query ($id: ID!) { app(id: $id) { deviceCount } }', { id })).app;
    const from = dateOf(past - DAY);
    const seriesOf = async (): Promise<unknown[]> => {
      const { app: one, deviceCounts } = await graph.data(
        `query ($id: ID!, $from: LocalDate!) { app(id: $id) { deviceCounts(from: $from) { ${POINT} } } deviceCounts(from: $from) { ${POINT} } }`,
        { id, from },
      );
      expect(deviceCounts).toEqual(one.deviceCounts);
      return deviceCounts;
    };
    await upkeep(world);
    expect(await seriesOf()).toEqual([
      { date: from, active: 0, registered: 0, retired: 0 },
      { date: dateOf(past), active: 7, registered: 7, retired: 0 },
      { date: dateOf(past + DAY), active: 6, registered: 0, retired: 1 },
      { date: dateOf(past + 2 * DAY), active: 6, registered: 0, retired: 0 },
    ]);
    // Two register, alone and together. One of them leaves, and an old one returns.
    const token = (digit: string) => digit.repeat(64);
    const { device } = await world.services.devices.register(app, { token: token('a') }, null);
    await world.services.devices.registerMany(app, [{ token: token('b') }, { token: token('b') }], {
      startSends: false,
    });
    await world.services.devices.unregister(device);
    expect(await countOf(graph)).toEqual({ deviceCount: 7 });
    const [old] = await database.query<{ id: number; token: string }>(
      "SELECT id, token FROM device WHERE active = 0 AND token <> ''",
    );
    const hash = sha256(String(old?.token));
    await database.tx((tx) => execute(tx, 'UPDATE device SET token_hash = ? WHERE id = ?', [hash, old?.id]));
    await world.services.devices.register(app, { token: String(old?.token) }, null);
    expect(await countOf(graph)).toEqual({ deviceCount: 8 });
    expect((await seriesOf()).at(-1)).toMatchObject({ active: 8, registered: 2, retired: 1 });
    // It is counted once, however many callers ask at the same time.
    const deleting = [1, 2, 3].map(() => world.services.ownDevices.delete(world.caller, Number(old?.id)));
    expect((await Promise.allSettled(deleting)).map(({ status }) => status)).toContain('fulfilled');
    expect(await countOf(graph)).toEqual({ deviceCount: 7 });
    expect(await countOf(stranger)).toBeNull();
    expect((await stranger.data(`{ deviceCounts(from: "${from}") { active } }`)).deviceCounts.at(-1)).toEqual({
      active: 0,
    });

    // The service is down for two days; then the days are closed.
    world.skip(3 * DAY);
    expect(await countOf(graph)).toEqual({ deviceCount: 7 });
    await world.services.devices.register(app, { token: token('c') }, null);
    await upkeep(world);
    expect((await seriesOf()).slice(-4)).toEqual([
      { date: dateOf(past + 2 * DAY), active: 7, registered: 2, retired: 2 },
      { date: dateOf(past + 3 * DAY), active: 7, registered: 0, retired: 0 },
      { date: dateOf(past + 4 * DAY), active: 7, registered: 0, retired: 0 },
      { date: dateOf(past + 5 * DAY), active: 8, registered: 1, retired: 0 },
    ]);
    const [rows] = await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM device_count WHERE day < ?', [
      Math.floor(world.clock.now() / DAY),
    ]);
    expect(Number(rows?.n)).toBe(5);
  });

  test('the first count includes devices that register while it is written', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 5);
    const now = world.clock.now();
    const yesterday = { appId: app.id, now: now - DAY, spreadBy: 0 };
    await database.tx((tx) => addDeviceFlow(tx, yesterday, { registered: 1 }));
    const arrivals: Promise<void>[] = [];
    let reads = 0;
    database.statements.listener = (sql) => {
      // The second read is in the transaction that deletes the rows.
      if (!sql.startsWith('SELECT SUM(registered)') || ++reads !== 2) return;
      for (let n = 0; n < 8; n += 1) {
        arrivals.push(database.tx((tx) => addDeviceFlow(tx, { appId: app.id, now, spreadBy: n }, { registered: 1 })));
      }
    };
    let counting: Promise<unknown> = Promise.resolve();
    const count = () => {
      counting = upkeep(world);
      return eventually('arrivals', () => (arrivals.length > 0 ? true : null));
    };
    if (name === 'sqlite') await count();
    // On MySQL, the deletion waits for this row after its read, long enough for the registrations.
    else {
      await database.tx(async (tx) => {
        await addDeviceFlow(tx, yesterday, { registered: 1 });
        await count();
        await Promise.race([Promise.all(arrivals), sleep(300)]);
      });
    }
    await counting;
    database.statements.listener = null;
    await Promise.all(arrivals);
    const counts = await new DeviceCountService(database, world.clock).activeOf([app.id]);
    expect(arrivals).toHaveLength(8);
    expect(counts.get(app.id)).toBe(13);
  });

  test('the next upkeep deletes only the rest of a deleted application', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const [gone, kept] = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
    await world.seedDevices(gone, 3);
    await world.seedDevices(kept, 3);
    await upkeep(world);
    await database.tx((tx) => execute(tx, 'DELETE FROM app WHERE id = ?', [gone.id]));
    await upkeep(world);
    for (const table of ['device', 'device_count']) {
      const rows = await database.query<{ app_id: number }>(`SELECT DISTINCT app_id FROM ${table}`);
      expect(rows.map(({ app_id: appId }) => Number(appId))).toEqual([kept.id]);
    }
    expect(await database.query('SELECT id FROM device')).toHaveLength(3);
  });

  test('an archived application has no counts, and a deleted one leaves nothing', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 3);
    await upkeep(world);
    const QUERY = '{ apps { nodes { deviceCount } } }';
    expect((await graph.data(QUERY)).apps.nodes).toEqual([{ deviceCount: 3 }]);
    const one = await graph.statementsOf(QUERY);
    await world.services.apps.archive(world.caller, app.id);
    expect((await graph.data(QUERY)).apps.nodes).toEqual([{ deviceCount: 0 }]);
    world.skip(1_000);
    await upkeep(world);
    await world.services.apps.unarchive(world.caller, app.id);
    expect((await graph.data(QUERY)).apps.nodes).toEqual([{ deviceCount: 0 }]);
    await world.makeApp('provider_c');
    await world.makeApp('provider_c');
    await upkeep(world);
    expect(await graph.statementsOf(QUERY)).toBe(one);
    await world.services.apps.delete(world.caller, app.id);
    await upkeep(world);
    expect(await database.query('SELECT app_id FROM device_count WHERE app_id = ?', [app.id])).toEqual([]);
  });

  test('counts read no device, and ranges are limited', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await world.seedDevices(await world.makeApp('provider_c'), 3);
    await upkeep(world);
    const statements: string[] = [];
    database.statements.listener = (sql) => statements.push(sql);
    await graph.data(
      `{ deviceCounts(from: "2026-01-01") { ${POINT} } apps { nodes { deviceCount deviceCounts(from: "2026-01-01") { ${POINT} } } } }`,
    );
    database.statements.listener = null;
    expect(statements.filter((sql) => /\bdevice\b/.test(sql))).toEqual([]);
    for (const bad of [
      'from: "2020-01-01"',
      'from: "2999-01-01"',
      'from: "2026-01-02", to: "2026-01-01"',
      'from: "x"',
    ]) {
      expect((await graph.query(`{ deviceCounts(${bad}) { date } }`)).errors).toHaveLength(1);
    }
  });
});
