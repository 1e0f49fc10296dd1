import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops an index that every page was written to and no query used. */
export class NoDeliveryLogAge1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(runner.connection.options.type === 'mysql' ? DROP_ON_MYSQL : 'DROP INDEX delivery_log_age');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX delivery_log_age ON delivery_log (logged_at)');
  }
}

const DROP_ON_MYSQL = 'DROP INDEX delivery_log_age ON delivery_log';
