import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Pushes that are templates, and the data of events for them while a message waits. */
export class Templates1795653489277 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'push', 'missing {ascii 16} NULL');
    await addColumn(runner, 'due_send', 'event_data {text} NULL');
    // MariaDB would rebuild the table to add a column while an index has a virtual column.
    if (isMysql(runner)) await runner.query('DROP INDEX retry_send_claim ON retry_send');
    await addColumn(runner, 'retry_send', 'event_data {text} NULL');
    if (isMysql(runner)) await runner.query('CREATE INDEX retry_send_claim ON retry_send (waits_for_origin, due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE retry_send DROP COLUMN event_data');
    await runner.query('ALTER TABLE due_send DROP COLUMN event_data');
    await runner.query('ALTER TABLE push DROP COLUMN missing');
  }
}

const isMysql = (runner: QueryRunner): boolean => runner.connection.options.type === 'mysql';
