import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Records which half of a chunk is already registered, and up to which byte. */
export class ImportHalves1765340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'device_import', 'half_until {long} NULL');
    await addColumn(runner, 'device_import', 'half {int} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device_import DROP COLUMN half_until');
    await runner.query('ALTER TABLE device_import DROP COLUMN half');
  }
}
