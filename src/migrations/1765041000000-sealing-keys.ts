import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'sealing_key',
    columns: `
      key_id {ascii 16} NOT NULL PRIMARY KEY,
      created_at {long} NOT NULL`,
  },
];

/** Records the master keys of a database, so that a start with another key is refused. */
export class SealingKeys1765041000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
