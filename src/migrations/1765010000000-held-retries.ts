import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Indexes messages that wait for a push service, so that they are found when it accepts messages. */
export class HeldRetries1765010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'retry_send', 'held_for {ascii 40}');
    await runner.query('CREATE INDEX retry_send_held_for ON retry_send (held_for)');
  }

  async down(runner: QueryRunner): Promise<void> {
    const isMysql = runner.connection.options.type === 'mysql';
    await runner.query(`DROP INDEX retry_send_held_for${isMysql ? ' ON retry_send' : ''}`);
    await runner.query('ALTER TABLE retry_send DROP COLUMN held_for');
  }
}
