import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the runs of an application without reading the counts of every run. */
export class BatchCountApp1795557541522 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX batch_count_app ON batch_count (app_id, run_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(runner.connection.options.type === 'mysql' ? DROP_ON_MYSQL : 'DROP INDEX batch_count_app');
  }
}

const DROP_ON_MYSQL = 'DROP INDEX batch_count_app ON batch_count';
