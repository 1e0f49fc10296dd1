import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addColumnToRetries } from './ddl.js';

/** The caps of an account, and what a waiting message has reserved. `CapBlocks` counts the messages. */
export class FrequencyCaps1795691897307 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'user_account', 'frequency_caps {text} NULL');
    await addColumnToRetries(runner, 'cap_subjects {ascii 45} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE retry_send DROP COLUMN cap_subjects');
    await runner.query('ALTER TABLE user_account DROP COLUMN frequency_caps');
  }
}
