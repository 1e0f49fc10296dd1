import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each scheduler may have a grace period of its own; null: the service's. */
export class SchedulerGrace1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE scheduler ADD COLUMN grace_seconds INTEGER NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE scheduler DROP COLUMN grace_seconds');
  }
}
