import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Adds the reason of an empty run for programs. The sentence for people becomes the message. */
export class RunReasons1765061000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run RENAME COLUMN status_reason TO status_message');
    await addColumn(runner, 'run', 'status_reason {ascii 32} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run DROP COLUMN status_reason');
    await runner.query('ALTER TABLE run RENAME COLUMN status_message TO status_reason');
  }
}
