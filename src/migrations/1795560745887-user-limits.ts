import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'user_limit',
    columns: `
      user_id {long} NOT NULL PRIMARY KEY,
      messages_per_minute {int} NULL,
      max_devices {int} NULL,
      minute {long} NOT NULL,
      taken {int} NOT NULL`,
    clustered: true,
  },
];

/** The operator's limits of an account, with the messages used in the current minute. */
export class UserLimits1795560745887 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
