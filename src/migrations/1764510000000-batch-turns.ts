import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the next application with batches that wait, and its first one, however many others have. */
export class BatchTurns1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX batch_turn ON batch (status, app_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(runner.connection.options.type === 'mysql' ? DROP_ON_MYSQL : 'DROP INDEX batch_turn');
  }
}

const DROP_ON_MYSQL = 'DROP INDEX batch_turn ON batch';
