import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** A keyed hash of the network from which a browser registered, so that a few visitors cannot speak for a push service. */
export class RegistrationAddresses1795555000275 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'device', 'registered_from {ascii 16} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device DROP COLUMN registered_from');
  }
}
