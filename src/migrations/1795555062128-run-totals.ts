import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/**
 * The messages that a run was planned to send, so that its progress has a fixed total, and how often it was cancelled:
 * the run of an hour of auto-push is opened again by its next message, and workers must still see that it was cancelled.
 */
export class RunTotals1795555062128 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'run', 'planned_total {int} NULL');
    await addColumn(runner, 'run', 'cancel_count {int} NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run DROP COLUMN cancel_count');
    await runner.query('ALTER TABLE run DROP COLUMN planned_total');
  }
}
