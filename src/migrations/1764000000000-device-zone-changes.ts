import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'device_zone_change',
    columns: `
      app_id {long} NOT NULL,
      device_id {long} NOT NULL,
      changed_at {long} NOT NULL,
      zone_before {ascii 64} NOT NULL,
      PRIMARY KEY (app_id, device_id, changed_at)`,
    indexes: ['CREATE INDEX device_zone_change_age ON device_zone_change (changed_at)'],
    clustered: true,
  },
];

/** Keeps every recent change of a device's zone; the device row held only the last previous zone. */
export class DeviceZoneChanges1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await runner.query(
      `INSERT INTO device_zone_change (app_id, device_id, changed_at, zone_before)
       SELECT app_id, id, timezone_changed_at, COALESCE(previous_timezone, 'UTC') FROM device
       WHERE timezone_changed_at IS NOT NULL`,
    );
    await runner.query('ALTER TABLE device DROP COLUMN previous_timezone');
  }

  async down(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'device', 'previous_timezone {ascii 64}');
    await runner.query(
      `UPDATE device SET previous_timezone =
         (SELECT z.zone_before FROM device_zone_change z
          WHERE z.app_id = device.app_id AND z.device_id = device.id AND z.changed_at = device.timezone_changed_at)
       WHERE timezone_changed_at IS NOT NULL`,
    );
    await dropTables(runner, TABLES);
  }
}
