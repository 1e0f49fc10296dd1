import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Adds the setting of identity verification, and the sealed secrets of an application's server. */
export class IdentityVerification1765021000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'app', "identity_verification {ascii 8} NOT NULL DEFAULT 'OFF'");
    await addColumn(runner, 'app', 'identity_secrets {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app DROP COLUMN identity_secrets');
    await runner.query('ALTER TABLE app DROP COLUMN identity_verification');
  }
}
