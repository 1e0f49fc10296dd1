import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'cap_subject',
    clustered: true,
    columns: `
      user_id {long} NOT NULL,
      subject {ascii 22} NOT NULL,
      sends {text} NOT NULL,
      expires_at {long} NOT NULL,
      PRIMARY KEY (user_id, subject)`,
    indexes: ['CREATE INDEX cap_subject_expires_at ON cap_subject (expires_at)'],
  },
];

/** The caps of an account, the messages that they count, and what a waiting message has reserved. */
export class FrequencyCaps1795691897307 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumn(runner, 'user_account', 'frequency_caps {text} NULL');
    // MariaDB would rebuild the table to add a column while an index has a virtual column.
    if (isMysql(runner)) await runner.query('DROP INDEX retry_send_claim ON retry_send');
    await addColumn(runner, 'retry_send', 'cap_subjects {ascii 45} NULL');
    if (isMysql(runner)) await runner.query('CREATE INDEX retry_send_claim ON retry_send (waits_for_origin, due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE retry_send DROP COLUMN cap_subjects');
    await runner.query('ALTER TABLE user_account DROP COLUMN frequency_caps');
    await dropTables(runner, TABLES);
  }
}

const isMysql = (runner: QueryRunner): boolean => runner.connection.options.type === 'mysql';
