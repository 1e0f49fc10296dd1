import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, isMysql } from './ddl.js';

/** Records which member created a key. Existing keys are matched with the audit log of the last year. */
export class KeyMakers1795555107204 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'api_key', 'member_id {long} NULL');
    await addColumn(runner, 'api_key', 'member_name {key 255} NULL');
    await runner.query('CREATE INDEX api_key_member ON api_key (member_id)');
    await runner.query(`UPDATE api_key SET member_id = (SELECT a.member_id ${MADE_BY_MEMBER}) WHERE parent_id IS NULL`);
    await runner.query(`UPDATE api_key SET member_name = COALESCE(
      (SELECT m.name FROM member m WHERE m.id = api_key.member_id AND m.user_id = api_key.user_id),
      (SELECT a.actor ${MADE_BY_MEMBER})) WHERE member_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX api_key_member${isMysql(runner) ? ' ON api_key' : ''}`);
    await runner.query('ALTER TABLE api_key DROP COLUMN member_name');
    await runner.query('ALTER TABLE api_key DROP COLUMN member_id');
  }
}

const MADE_BY_MEMBER = `FROM audit_entry a WHERE a.user_id = api_key.user_id AND a.node_id = api_key.id
  AND a.action IN ('apiKeyCreate', 'apiKeyRotate') AND a.node_type = 'ApiKey' AND a.member_id IS NOT NULL
  ORDER BY a.id LIMIT 1`;
