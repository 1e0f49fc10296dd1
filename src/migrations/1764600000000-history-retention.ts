import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

/** The totals of a run whose detail has been deleted (docs/decisions/history-retention.md). */
const TABLES: readonly Table[] = [
  {
    name: 'run_total',
    columns: `
      run_id {long} NOT NULL PRIMARY KEY,
      batches {int} NOT NULL,
      batches_done {int} NOT NULL,
      delivered {int} NOT NULL,
      clicked {int} NOT NULL`,
    clustered: true,
  },
];

/** Changes no table that grows with devices. InnoDB adds the columns without writing a row. */
export class HistoryRetention1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumn(runner, 'run', 'history_state {int} NOT NULL DEFAULT 0');
    await addColumn(runner, 'run', 'history_deleted_at {long} NULL');
    await runner.query('CREATE INDEX run_history ON run (history_state, finished_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(runner.connection.options.type === 'mysql' ? DROP_ON_MYSQL : 'DROP INDEX run_history');
    await runner.query('ALTER TABLE run DROP COLUMN history_deleted_at');
    await runner.query('ALTER TABLE run DROP COLUMN history_state');
    await dropTables(runner, TABLES);
  }
}

const DROP_ON_MYSQL = 'DROP INDEX run_history ON run';
