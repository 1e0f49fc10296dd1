import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

/**
 * Messages per minute. `shard` spreads concurrent additions over several rows, so that workers do not wait for each
 * other.
 */
const TABLES: readonly Table[] = [
  {
    name: 'traffic',
    columns: `
      user_id {long} NOT NULL,
      minute {long} NOT NULL,
      app_id {long} NOT NULL,
      scheduler_id {long} NOT NULL,
      push_id {long} NOT NULL,
      shard {int} NOT NULL,
      sent {int} NOT NULL,
      failed {int} NOT NULL,
      delivered {int} NOT NULL,
      clicked {int} NOT NULL,
      PRIMARY KEY (user_id, minute, app_id, scheduler_id, push_id, shard)`,
    indexes: ['CREATE INDEX traffic_age ON traffic (minute)'],
    clustered: true,
  },
];

/** Counts from now on; earlier messages are not included. */
export class Traffic1764550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
