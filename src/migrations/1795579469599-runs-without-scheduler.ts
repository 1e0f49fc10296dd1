import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Runs of messages that are sent at once, to a list of devices instead of the audience of a scheduler. */
export class RunsWithoutScheduler1795579469599 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'run', 'target {text} NULL');
    await addColumn(runner, 'batch', 'targets {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE batch DROP COLUMN targets');
    await runner.query('ALTER TABLE run DROP COLUMN target');
  }
}
