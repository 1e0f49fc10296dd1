import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/**
 * Receipts of dismissed messages and clicked buttons. Both databases add these columns without writing a row, and an
 * earlier release keeps inserting rows without them.
 */
export class ReceiptButtons1795578973976 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'receipt', 'button {key 64} NULL');
    await addColumn(runner, 'run_total', 'dismissed {int} NOT NULL DEFAULT 0');
    await addColumn(runner, 'traffic', 'dismissed {int} NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE traffic DROP COLUMN dismissed');
    await runner.query('ALTER TABLE run_total DROP COLUMN dismissed');
    await runner.query('ALTER TABLE receipt DROP COLUMN button');
  }
}
