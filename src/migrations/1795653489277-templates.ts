import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addColumnToRetries } from './ddl.js';

/** Pushes that are templates, and the data of events for them while a message waits. */
export class Templates1795653489277 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'push', 'missing {ascii 16} NULL');
    await addColumn(runner, 'due_send', 'event_data {text} NULL');
    await addColumnToRetries(runner, 'event_data {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE retry_send DROP COLUMN event_data');
    await runner.query('ALTER TABLE due_send DROP COLUMN event_data');
    await runner.query('ALTER TABLE push DROP COLUMN missing');
  }
}
