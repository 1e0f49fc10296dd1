import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { retireDevices } from '../../src/delivery/record/retire-devices.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

const DAY_MS = 86_400_000;

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

describe.each(eachDatabase())('devices that have long been inactive, on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /**
   * Three devices with a tag each. The first dies, the second a day later; the third dies with the first and returns.
   */
  const start = async (inactiveDeviceRetentionDays: number) => {
    const world = await new DeliveryWorld({ database, fakes, config: { inactiveDeviceRetentionDays } }).init();
    const app = await world.makeApp('provider_c');
    const registered = await world.makeDevices(app, 3, () => ({ audiences: ['sports'] }));
    const [first = 0, second = 0, third = 0] = registered.map(({ device }) => device.id);
    const retire = (deviceIds: readonly number[]) =>
      database.tx((tx) =>
        retireDevices(tx, {
          ...{ appId: app.id, deviceIds, reason: { code: 'UNREGISTERED', detail: '410' }, now: world.clock.now() },
          unlessConfirmedAfter: null,
        }),
      );
    await retire([first, third]);
    world.clock.advance(DAY_MS);
    await retire([second]);
    await database.tx((tx) => tx.query('UPDATE device SET active = 1, inactive_at = NULL WHERE id = ?', [third]));
    const upkeep = async () => {
      const context = { signal: new AbortController().signal, touch: async () => undefined };
      await world.flow.handlers().upkeep({}, context);
      const rows = await database.query<{ id: number; tags: number }>(
        `SELECT d.id, (SELECT COUNT(*) FROM device_tag t WHERE t.app_id = d.app_id AND t.device_id = d.id) AS tags FROM device d
         WHERE d.app_id = ? ORDER BY d.id`,
        [app.id],
      );
      const links = await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM device_tag WHERE app_id = ?', [
        app.id,
      ]);
      expect(Number(links[0]?.n)).toBe(rows.length);
      return rows.map(({ id }) => Number(id));
    };
    return { world, upkeep, ids: { first, second, third } };
  };

  test('are deleted with their tags when their time ends; a device that returned stays', async () => {
    const { world, upkeep, ids } = await start(365);
    await using _world = world;
    world.clock.advance(363 * DAY_MS);
    expect(await upkeep()).toEqual([ids.first, ids.second, ids.third]);
    world.clock.advance(DAY_MS + 1);
    expect(await upkeep()).toEqual([ids.second, ids.third]);
    world.clock.advance(DAY_MS);
    expect(await upkeep()).toEqual([ids.third]);
  });

  test('stay forever with 0 days', async () => {
    const { world, upkeep, ids } = await start(0);
    await using _world = world;
    world.clock.advance(10 * 365 * DAY_MS);
    expect(await upkeep()).toEqual([ids.first, ids.second, ids.third]);
  });
});
