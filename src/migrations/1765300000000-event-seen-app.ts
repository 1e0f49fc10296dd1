import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/**
 * Of which application an event's device is, as all other rows of devices say (docs/capacity.md, "Beyond one MySQL").
 * Rows that are there, and those of a release before, have 0 until they are swept; InnoDB writes none of them anew.
 */
export class EventSeenApp1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'event_seen', 'app_id {long} NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_seen DROP COLUMN app_id');
  }
}
