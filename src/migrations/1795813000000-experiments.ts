import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addColumnToRetries } from './ddl.js';

const COLUMNS = [
  ['scheduler', 'experiment', '{text}'],
  ['push', 'weight', '{int}'],
  ['run', 'experiment', '{text}'],
  ['run', 'winner', '{int}'],
  ['run', 'winner_reason', '{ascii 32}'],
  ['run', 'decided_at', '{long}'],
  ['user_account', 'holdout', '{text}'],
] as const;

/** Variants of a scheduler's pushes, what each run decided about them, and the holdout of an account. */
export class Experiments1795813000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, type] of COLUMNS) await addColumn(runner, table, `${column} ${type} NULL`);
    await addColumnToRetries(runner, 'variant {int} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE retry_send DROP COLUMN variant');
    for (const [table, column] of COLUMNS.toReversed()) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
  }
}
