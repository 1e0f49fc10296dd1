import type { MigrationInterface, QueryRunner } from 'typeorm';
import { widenText } from './ddl.js';

/** Room for the longest type of a global id. MySQL refused entries about an `AttributeDefinition`. */
export class AuditTypes1795821000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await widenText(runner, 'audit_entry', 'node_type {ascii 64} NULL');
  }

  /** Keeps the room: older releases do not mind it. */
  async down(): Promise<void> {}
}
