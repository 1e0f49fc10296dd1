import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Adds the reason of a failed import for programs; null: an older import. */
export class ImportFailures1765330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'device_import', 'failure {ascii 16} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device_import DROP COLUMN failure');
  }
}
