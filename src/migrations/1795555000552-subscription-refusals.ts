import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Counts how often a push service refused a device while it accepted others. Existing rows start at zero. */
export class SubscriptionRefusals1795555000552 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'foreign_subscription', 'refusals {int} NOT NULL DEFAULT 0');
    await addColumn(runner, 'foreign_subscription', 'refused_since {long} NULL');
    await addColumn(runner, 'foreign_subscription', 'refused_at {long} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE foreign_subscription DROP COLUMN refused_at');
    await runner.query('ALTER TABLE foreign_subscription DROP COLUMN refused_since');
    await runner.query('ALTER TABLE foreign_subscription DROP COLUMN refusals');
  }
}
