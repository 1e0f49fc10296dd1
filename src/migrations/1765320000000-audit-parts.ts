import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Names of an audit entry's sentence apart, for who says it in another language; null: from before. */
export class AuditParts1765320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'audit_entry', 'actor {key 110} NULL');
    await addColumn(runner, 'audit_entry', 'subject {key 110} NULL');
    await addColumn(runner, 'audit_entry', 'count {int} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['count', 'subject', 'actor'])
      await runner.query(`ALTER TABLE audit_entry DROP COLUMN ${column}`);
  }
}
