import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Adds who saved a draft last, so that repeated saves make one entry in the audit log. */
export class DraftEditors1765310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'campaign_draft', 'editor {ascii 24} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_draft DROP COLUMN editor');
  }
}
