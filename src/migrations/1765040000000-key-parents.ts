import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Records which key created a key, so that all descendants of a leaked key can be revoked. */
export class KeyParents1765040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'api_key', 'parent_id {long} NULL');
    await runner.query('CREATE INDEX api_key_parent ON api_key (parent_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(runner.connection.options.type === 'mysql' ? DROP_ON_MYSQL : 'DROP INDEX api_key_parent');
    await runner.query('ALTER TABLE api_key DROP COLUMN parent_id');
  }
}

const DROP_ON_MYSQL = 'DROP INDEX api_key_parent ON api_key';
