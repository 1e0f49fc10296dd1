import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Counts unanswered attempts of a waiting message, so that a restart does not allow more repeats. */
export class UnansweredTries1795555126101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'retry_send', 'unanswered {int} NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE retry_send DROP COLUMN unanswered');
  }
}
