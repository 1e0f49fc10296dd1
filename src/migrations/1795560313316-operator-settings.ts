import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'operator_setting',
    columns: `
      name {ascii 32} NOT NULL PRIMARY KEY,
      value {text} NOT NULL,
      changed_at {long} NOT NULL`,
    clustered: true,
  },
];

/** Settings that the operator changes at run time. Every process reads them once a second. */
export class OperatorSettings1795560313316 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
