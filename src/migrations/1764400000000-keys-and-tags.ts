import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds names of API keys and creation times of tags. Existing tags have no creation time. */
export class KeysAndTags1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key ADD COLUMN name VARCHAR(255) NULL');
    await runner.query('ALTER TABLE tag ADD COLUMN created_at BIGINT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tag DROP COLUMN created_at');
    await runner.query('ALTER TABLE api_key DROP COLUMN name');
  }
}
