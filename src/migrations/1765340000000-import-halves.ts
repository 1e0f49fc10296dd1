import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Where one half of a chunk is registered and the other is not: up to which byte, and which half. */
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
