import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

/**
 * Devices of an application by day (UTC). Changes are added at once, spread over `shard` to avoid waits. Once a day the
 * upkeep counts `active` devices into shard 0, together with `base`, the sum of the day's changes at that time. Later
 * counts are `active - base` plus the sum of the changes.
 */
const TABLES: readonly Table[] = [
  {
    name: 'device_count',
    columns: `
      app_id {long} NOT NULL,
      day {int} NOT NULL,
      shard {int} NOT NULL,
      registered {int} NOT NULL,
      returned {int} NOT NULL,
      retired {int} NOT NULL,
      active {long} NOT NULL,
      base {long} NOT NULL,
      counted_at {long} NULL,
      PRIMARY KEY (app_id, day, shard)`,
    indexes: ['CREATE INDEX device_count_age ON device_count (day)'],
    clustered: true,
  },
];

/** Reads no device; the first upkeep counts the existing ones. */
export class DeviceCounts1765120100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
