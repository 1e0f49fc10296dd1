import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** The addresses that an erasure still has to find in imports, after the devices themselves are deleted. */
export class ErasureTokens1795819000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'erasure', 'tokens {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE erasure DROP COLUMN tokens');
  }
}
