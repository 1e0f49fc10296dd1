import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys may have a name; tags know since when they are there (those made before this do not). */
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
