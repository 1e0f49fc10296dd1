import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** What a webhook selected when a waiting request was first sent. */
export class WebhookSelections1795818000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'webhook_retry', 'selection {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_retry DROP COLUMN selection');
  }
}
