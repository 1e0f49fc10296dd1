import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/**
 * Adds the application to seen events, as in all other rows of devices (docs/capacity.md, "Beyond one MySQL").
 * Existing rows, and rows of earlier releases, have 0 until they are swept. InnoDB does not rewrite them.
 */
export class EventSeenApp1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'event_seen', 'app_id {long} NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_seen DROP COLUMN app_id');
  }
}
