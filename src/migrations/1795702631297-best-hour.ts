import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'active_hour',
    clustered: true,
    columns: `
      user_id {long} NOT NULL,
      subject {ascii 22} NOT NULL,
      hour {int} NOT NULL,
      weight {real} NOT NULL,
      period {int} NOT NULL,
      PRIMARY KEY (user_id, subject, hour)`,
    indexes: ['CREATE INDEX active_hour_period ON active_hour (period)'],
  },
];

/** When people are active, and which schedulers and runs wait for their best hour. */
export class BestHour1795702631297 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumn(runner, 'scheduler', 'best_hour {text} NULL');
    await addColumn(runner, 'run', 'best_hour {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run DROP COLUMN best_hour');
    await runner.query('ALTER TABLE scheduler DROP COLUMN best_hour');
    await dropTables(runner, TABLES);
  }
}
