import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'live_activity',
    clustered: true,
    columns: `
      app_id {long} NOT NULL,
      activity {ascii 64} NOT NULL,
      kind {ascii 6} NOT NULL,
      device_id {long} NOT NULL,
      token {ascii 512} NOT NULL,
      expires_at {long} NOT NULL,
      PRIMARY KEY (app_id, activity, kind, device_id)`,
    indexes: [
      'CREATE INDEX live_activity_device ON live_activity (device_id)',
      'CREATE INDEX live_activity_expiry ON live_activity (expires_at)',
    ],
  },
];

/** The tokens with which Live Activities on iPhones are started and changed. */
export class LiveActivities1795820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
