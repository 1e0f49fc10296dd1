import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Settings of an account that hold for each of its messages. */
export class AccountSettings1795691835883 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'user_account', 'time_zone {ascii 64} NULL');
    await addColumn(runner, 'user_account', 'quiet_hours {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_account DROP COLUMN quiet_hours');
    await runner.query('ALTER TABLE user_account DROP COLUMN time_zone');
  }
}
