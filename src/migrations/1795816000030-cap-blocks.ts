import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

/** No release wrote it. */
const BEFORE: readonly Table[] = [
  {
    name: 'cap_subject',
    clustered: true,
    columns: `
      user_id {long} NOT NULL,
      subject {ascii 22} NOT NULL,
      sends {text} NOT NULL,
      expires_at {long} NOT NULL,
      PRIMARY KEY (user_id, subject)`,
    indexes: ['CREATE INDEX cap_subject_expires_at ON cap_subject (expires_at)'],
  },
];

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
    await dropTables(runner, BEFORE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await createTables(runner, BEFORE);
    await dropTables(runner, TABLES);
  }
}
