import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Adds the start of a pause, and the version of the credentials with which a message was last accepted. */
export class CredentialStatus1764570000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'app', 'paused_since {long} NULL');
    await addColumn(runner, 'app', 'credentials_proven {int} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app DROP COLUMN credentials_proven');
    await runner.query('ALTER TABLE app DROP COLUMN paused_since');
  }
}
