import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

/**
 * Devices of an application by day (UTC). What comes and goes is added when it does, spread over the rows of `shard` so
 * that nobody waits; the upkeep counts the active ones once a day, into shard 0: `active` devices there were when the
 * day's additions had come to `base`. At any later time there are `active - base` and what was added since.
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

/** Touches no device: the first upkeep counts those that are there. */
export class DeviceCounts1765120100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
