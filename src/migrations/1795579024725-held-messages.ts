import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/**
 * Marks messages that a judgement rule holds, which a run counts apart from retries. The index gives due messages in
 * their order, apart from those that wait for a push service: a held audience made each claim read every waiting row.
 * On SQLite the index of `held_for` loses the rows that wait for none, each of which cost a page when it was sent.
 */
export class HeldMessages1795579024725 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'retry_send', 'held {bool}');
    await addColumn(runner, 'retry_send', 'waits_for_origin {bool} GENERATED ALWAYS AS (held_for IS NOT NULL) VIRTUAL');
    await runner.query('CREATE INDEX retry_send_claim ON retry_send (waits_for_origin, due_at)');
    if (isMysql(runner)) return;
    await runner.query('DROP INDEX retry_send_held_for');
    await runner.query('CREATE INDEX retry_send_held_for ON retry_send (held_for) WHERE held_for IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!isMysql(runner)) {
      await runner.query('DROP INDEX retry_send_held_for');
      await runner.query('CREATE INDEX retry_send_held_for ON retry_send (held_for)');
    }
    await runner.query(`DROP INDEX retry_send_claim${isMysql(runner) ? ' ON retry_send' : ''}`);
    for (const column of ['waits_for_origin', 'held']) {
      await runner.query(`ALTER TABLE retry_send DROP COLUMN ${column}`);
    }
  }
}

const isMysql = (runner: QueryRunner): boolean => runner.connection.options.type === 'mysql';
