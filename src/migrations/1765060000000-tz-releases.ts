import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    // The clocks of all zones at an instant, by hash. Schedulers activated under the same rules share a row.
    name: 'zone_clocks',
    columns: `
      id {ascii 64} NOT NULL PRIMARY KEY,
      clocks {text} NOT NULL`,
    clustered: true,
  },
  {
    // Live workers and the release of their tz data.
    name: 'worker_release',
    columns: `
      worker {ascii 36} NOT NULL PRIMARY KEY,
      tz_release {ascii 16} NOT NULL,
      seen_at {long} NOT NULL`,
    clustered: true,
  },
];

const COLUMNS = [
  'tz_release {ascii 16} NULL',
  'active_from {long} NULL',
  'clocks_id {ascii 64} NULL',
  'replanned_at {long} NULL',
];

/** Allows recalculating moments when the tz data change. The release behind existing moments is unknown. */
export class TzReleases1765060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    for (const column of COLUMNS) await addColumn(runner, 'scheduler', column);
    await runner.query('CREATE INDEX scheduler_tz ON scheduler (tz_release)');
    await runner.query(
      `UPDATE scheduler SET tz_release = '', active_from = updated_at WHERE active = 1 AND next_due_at IS NOT NULL
       AND (local_time = 1 OR (timezone NOT LIKE '+%' AND timezone NOT LIKE '-%'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX scheduler_tz${runner.connection.options.type === 'mysql' ? ' ON scheduler' : ''}`);
    for (const column of COLUMNS.toReversed()) {
      await runner.query(`ALTER TABLE scheduler DROP COLUMN ${column.split(' ')[0]}`);
    }
    await dropTables(runner, TABLES);
  }
}
