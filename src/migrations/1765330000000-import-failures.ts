import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Why an import failed, for who says it in another language; null: from before. */
export class ImportFailures1765330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'device_import', 'failure {ascii 16} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device_import DROP COLUMN failure');
  }
}
