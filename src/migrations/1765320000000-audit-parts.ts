import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Adds the names in an audit sentence, so that it can be translated; null: an older entry. */
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
