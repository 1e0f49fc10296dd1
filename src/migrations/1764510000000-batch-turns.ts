import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes the next application with waiting batches, and its first batch. */
export class BatchTurns1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX batch_turn ON batch (status, app_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(runner.connection.options.type === 'mysql' ? DROP_ON_MYSQL : 'DROP INDEX batch_turn');
  }
}

const DROP_ON_MYSQL = 'DROP INDEX batch_turn ON batch';
