import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

/** Devices whose web push subscription accepts none of the application's keys. They are few, so they have their own table. */
const TABLES: readonly Table[] = [
  {
    name: 'foreign_subscription',
    columns: `
      app_id {long} NOT NULL,
      device_id {long} NOT NULL,
      noticed_at {long} NOT NULL,
      PRIMARY KEY (app_id, device_id)`,
    clustered: true,
  },
];

export class ForeignSubscriptions1764560000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
