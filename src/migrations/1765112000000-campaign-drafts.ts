import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'campaign_draft',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      name {key 255} NOT NULL,
      content {text} NOT NULL,
      version {int} NOT NULL,
      created_at {long} NOT NULL,
      updated_at {long} NOT NULL`,
    indexes: ['CREATE INDEX campaign_draft_user ON campaign_draft (user_id, updated_at, id)'],
  },
];

/** Campaigns that are being composed, of which nothing is sent yet. */
export class CampaignDrafts1765112000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
