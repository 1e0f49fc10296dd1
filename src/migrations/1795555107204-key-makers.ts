import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, isMysql } from './ddl.js';

/** Which member made a key. Keys made before are matched with the audit log, which goes back a year. */
export class KeyMakers1795555107204 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'api_key', 'member_id {long} NULL');
    await addColumn(runner, 'api_key', 'member_name {key 255} NULL');
    await runner.query('CREATE INDEX api_key_member ON api_key (member_id)');
    // A dry run answers nothing.
    const made: readonly Made[] = (await runner.query(MADE_BY_MEMBERS)) ?? [];
    for (const { key_id, member_id, name } of made) {
      const set = 'UPDATE api_key SET member_id = ?, member_name = ? WHERE id = ? AND parent_id IS NULL';
      await runner.query(set, [member_id, name, key_id]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX api_key_member${isMysql(runner) ? ' ON api_key' : ''}`);
    await runner.query('ALTER TABLE api_key DROP COLUMN member_name');
    await runner.query('ALTER TABLE api_key DROP COLUMN member_id');
  }
}

interface Made {
  readonly key_id: number;
  readonly member_id: number;
  readonly name: string | null;
}

const MADE_BY_MEMBERS = `SELECT a.node_id AS key_id, a.member_id, COALESCE(m.name, a.actor) AS name
  FROM audit_entry a LEFT JOIN member m ON m.id = a.member_id AND m.user_id = a.user_id
  WHERE a.action IN ('apiKeyCreate', 'apiKeyRotate') AND a.node_type = 'ApiKey' AND a.member_id IS NOT NULL`;
