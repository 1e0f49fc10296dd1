import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'device_send',
    columns: `
      app_id {long} NOT NULL,
      device_id {long} NOT NULL,
      sent_at {long} NOT NULL,
      run_id {long} NOT NULL,
      push_id {long} NOT NULL,
      occurrence {long} NOT NULL,
      variant {int} NULL,
      PRIMARY KEY (app_id, device_id, sent_at, run_id, push_id, occurrence)`,
    clustered: true,
  },
];

/** The ledger per device: what each device was sent, clustered by device (docs/decisions/device-ledger.md). */
export class DeviceSends1795568758354 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
