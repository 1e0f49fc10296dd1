import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'event_reader',
    clustered: true,
    columns: `
      reader {ascii 64} NOT NULL,
      user_id {long} NOT NULL,
      position {long} NOT NULL,
      entry {int} NOT NULL,
      lease_owner {ascii 36} NULL,
      lease_until {long} NULL,
      failures {int} NOT NULL,
      due_at {long} NOT NULL,
      PRIMARY KEY (reader, user_id)`,
  },
];

/** The outbox gets an entry for each message, and its consumers get cursors. */
export class EventLog1795810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'outbox', 'entries {bytes} NULL');
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
    await runner.query('DELETE FROM outbox');
    await runner.query('ALTER TABLE outbox DROP COLUMN entries');
  }
}
