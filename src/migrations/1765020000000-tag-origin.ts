import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Adds the application whose devices created a tag, to limit their number. */
export class TagOrigin1765020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'tag', 'app_id {long} NULL');
    await runner.query('CREATE INDEX tag_app ON tag (app_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(isMysql(runner) ? 'DROP INDEX tag_app ON tag' : 'DROP INDEX tag_app');
    await runner.query('ALTER TABLE tag DROP COLUMN app_id');
  }
}

const isMysql = (runner: QueryRunner): boolean => runner.connection.options.type === 'mysql';
