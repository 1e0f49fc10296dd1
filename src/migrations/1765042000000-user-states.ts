import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

const COLUMNS = ['suspended_at {long} NULL', 'suspended_by {ascii 16} NULL', 'deleted_at {long} NULL'];

/** Adds since when and by whom a user is suspended, and the beginning of a deletion. */
export class UserStates1765042000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await addColumn(runner, 'user_account', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS.toReversed()) {
      await runner.query(`ALTER TABLE user_account DROP COLUMN ${column.split(' ')[0]}`);
    }
  }
}
