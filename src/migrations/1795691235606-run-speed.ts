import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'run_pace',
    columns: `
      run_id {long} NOT NULL PRIMARY KEY,
      began_at {long} NULL,
      paid_until_us {long} NOT NULL,
      ready_at {long} NOT NULL,
      watched_from {long} NOT NULL`,
  },
];

/** How fast a scheduler sends, and how far each of its runs has used its slots. */
export class RunSpeed1795691235606 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumn(runner, 'scheduler', 'speed {text} NULL');
    await addColumn(runner, 'run', 'speed {text} NULL');
    await addColumn(runner, 'run_timeline', 'rejected {int} NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_timeline DROP COLUMN rejected');
    await runner.query('ALTER TABLE run DROP COLUMN speed');
    await runner.query('ALTER TABLE scheduler DROP COLUMN speed');
    await dropTables(runner, TABLES);
  }
}
