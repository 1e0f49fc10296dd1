import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

/** Numbers each owner's events without gaps, in the order of their commits (docs/decisions/outbox-order.md). */
const TABLES: readonly Table[] = [
  {
    name: 'outbox',
    columns: `
      user_id {long} NOT NULL,
      position {long} NOT NULL,
      type {ascii 32} NOT NULL,
      subject_id {long} NOT NULL,
      payload {text} NOT NULL,
      occurred_at {long} NOT NULL,
      PRIMARY KEY (user_id, position)`,
    indexes: ['CREATE INDEX outbox_age ON outbox (occurred_at)'],
    clustered: true,
  },
  {
    name: 'outbox_head',
    columns: `
      user_id {long} NOT NULL PRIMARY KEY,
      position {long} NOT NULL`,
    clustered: true,
  },
];

/** The table as the first migration created it. */
const BEFORE: readonly Table[] = [
  {
    name: 'outbox',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      type {ascii 32} NOT NULL,
      run_id {long} NOT NULL,
      payload {text} NOT NULL,
      occurred_at {long} NOT NULL`,
    indexes: ['CREATE INDEX outbox_user ON outbox (user_id, id)', 'CREATE INDEX outbox_age ON outbox (occurred_at)'],
  },
];

/** Drops the old rows, which nobody could read yet. */
export class OutboxPositions1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await dropTables(runner, BEFORE);
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
    await createTables(runner, BEFORE);
  }
}
