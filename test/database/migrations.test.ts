import { describe, expect, test } from '@jest/globals';
import { execute, select } from '../../src/database/database.js';
import { DeviceZoneChanges1764000000000 } from '../../src/migrations/1764000000000-device-zone-changes.js';
import { eachDatabase } from '../support/databases.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';

describe.each(eachDatabase())('migrations on $name', ({ open }) => {
  test('run up, down and up again, and leave the system events', async () => {
    await using database = await open({ migrate: false });
    await database.migrate();
    expect(await database.hasPendingMigrations()).toBe(false);
    const events = await database.query<{ code: string }>('SELECT code FROM custom_event ORDER BY id');
    expect(events.map((event) => event.code)).toEqual(['install', 'reg', 'dep']);
    await database.migrateDown();
    await database.migrate();
    expect(await database.query('SELECT id FROM app')).toEqual([]);
  });

  test("a device's zone before its last change is carried over, there and back", async () => {
    await using database = await open();
    await seedDevices(database, 1, randomTokens(3));
    const migration = new DeviceZoneChanges1764000000000();
    const migrate = (way: 'up' | 'down') =>
      database.tx(async (tx) => {
        if (tx.queryRunner) await migration[way](tx.queryRunner);
      });
    await migrate('down');
    await database.tx(async (tx) => {
      const set = 'UPDATE device SET timezone = ?, previous_timezone = ?, timezone_changed_at = ? WHERE id = ?';
      await execute(tx, set, ['Asia/Tokyo', 'Europe/Berlin', 1_000, 1]);
      await execute(tx, set, ['Asia/Tokyo', null, 2_000, 2]);
      await execute(tx, set, ['Asia/Tokyo', null, null, 3]);
    });
    await migrate('up');
    const changes = 'SELECT app_id, device_id, changed_at, zone_before FROM device_zone_change ORDER BY device_id';
    expect(await database.query(changes)).toEqual([
      { app_id: 1, device_id: 1, changed_at: 1_000, zone_before: 'Europe/Berlin' },
      { app_id: 1, device_id: 2, changed_at: 2_000, zone_before: 'UTC' },
    ]);
    await database.tx((tx) => execute(tx, "INSERT INTO device_zone_change VALUES (1, 1, 500, 'Europe/Paris')"));
    await migrate('down');
    const before = 'SELECT id, previous_timezone AS zone FROM device ORDER BY id';
    expect(await database.query(before)).toEqual([
      { id: 1, zone: 'Europe/Berlin' },
      { id: 2, zone: 'UTC' },
      { id: 3, zone: null },
    ]);
    await migrate('up');
    expect(await database.query(changes)).toHaveLength(2);
  });

  test('two transactions at once do not mix: one rolls back, the other keeps its rows', async () => {
    await using database = await open();
    const insert = 'INSERT INTO id_sequence (name, last_id) VALUES (?, 1)';
    const lost = database.tx(async (tx) => {
      await execute(tx, insert, ['lost']);
      throw new Error('rolled back');
    });
    const kept = database.tx((tx) => execute(tx, insert, ['kept']));
    await expect(lost).rejects.toThrow('rolled back');
    expect((await kept).affected).toBe(1);
    expect(await database.query('SELECT name FROM id_sequence')).toEqual([{ name: 'kept' }]);
  });

  test('a read outside a transaction does not see what is not committed', async () => {
    await using database = await open();
    await database.tx(async (tx) => {
      await execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('x', 1)");
      expect(await select(tx, 'SELECT name FROM id_sequence')).toHaveLength(1);
      expect(await database.query('SELECT name FROM id_sequence')).toHaveLength(0);
    });
    expect(await database.query('SELECT name FROM id_sequence')).toHaveLength(1);
  });

  test('an update that changes nothing still counts the row that it matched', async () => {
    await using database = await open();
    await database.tx((tx) => execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('x', 1)"));
    const again = await database.tx((tx) => execute(tx, "UPDATE id_sequence SET last_id = 1 WHERE name = 'x'"));
    expect(again.affected).toBe(1);
  });
});
