import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addColumnToRetries, createTables, dropTables, type Table } from './ddl.js';

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
    await addColumnToRetries(runner, 'cap_subjects {ascii 45} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE retry_send DROP COLUMN cap_subjects');
    await runner.query('ALTER TABLE user_account DROP COLUMN frequency_caps');
    await dropTables(runner, TABLES);
  }
}
