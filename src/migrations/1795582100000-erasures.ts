import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'erasure',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      external_user_id {key 255} NULL,
      status {ascii 16} NOT NULL,
      counts {text} NOT NULL,
      trouble {key 255} NULL,
      due_at {long} NOT NULL,
      attempts {int} NOT NULL,
      created_at {long} NOT NULL,
      finished_at {long} NULL`,
    indexes: [
      'CREATE INDEX erasure_user ON erasure (user_id, created_at, id)',
      'CREATE INDEX erasure_due ON erasure (status, due_at)',
    ],
  },
  {
    name: 'erased_user',
    columns: `
      user_id {long} NOT NULL,
      hash {ascii 64} NOT NULL,
      erased_at {long} NOT NULL,
      PRIMARY KEY (user_id, hash)`,
    clustered: true,
  },
];

/** Erasures of end users, and tombstones that keep them from coming back. */
export class Erasures1795582100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumn(runner, 'user_account', 'erasure_key {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_account DROP COLUMN erasure_key');
    await dropTables(runner, TABLES);
  }
}
