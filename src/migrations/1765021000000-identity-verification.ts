import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** Whether an application's devices must prove whose they are, and the sealed secrets with which its server vouches. */
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
