import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records why a row waits, and whether its run was cancelled. The defaults mean no, so older inserts still work. */
const COLUMNS = [
  { table: 'retry_send', column: 'waits_for_app' },
  { table: 'retry_send', column: 'stopped' },
  { table: 'due_send', column: 'waits_for_app' },
] as const;

export class WaitingSends1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { table, column } of COLUMNS) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, column } of COLUMNS.toReversed()) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
  }
}
