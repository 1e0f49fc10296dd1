import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'cap_block',
    clustered: true,
    columns: `
      user_id {long} NOT NULL,
      block {long} NOT NULL,
      sends {bytes} NOT NULL,
      expires_at {long} NOT NULL,
      PRIMARY KEY (user_id, block)`,
    indexes: ['CREATE INDEX cap_block_expires_at ON cap_block (expires_at)'],
  },
];

/** Frequency caps count the messages of 64 users or devices in one row. */
export class CapBlocks1795816000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
