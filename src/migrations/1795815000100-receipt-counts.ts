import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, isMysql, type Table } from './ddl.js';

/**
 * Receipts of a run by application, push and kind, so that reports need not read a row per device. `shard` spreads
 * concurrent additions over several rows.
 */
const TABLES: readonly Table[] = [
  {
    name: 'receipt_count',
    columns: `
      run_id {long} NOT NULL,
      app_id {long} NOT NULL,
      push_id {long} NOT NULL,
      kind {ascii 16} NOT NULL,
      shard {int} NOT NULL,
      count {int} NOT NULL,
      PRIMARY KEY (run_id, app_id, push_id, kind, shard)`,
    clustered: true,
  },
  {
    // One row while upkeep counts earlier receipts: those before `counted_from`, of runs up to `run_id`.
    name: 'receipt_backfill',
    columns: `
      id {int} NOT NULL PRIMARY KEY,
      counted_from {long} NOT NULL,
      run_id {long} NOT NULL`,
    clustered: true,
  },
];

/** Processes of the previous release may record receipts without counting them for this long. */
const ROLLING_UPGRADE_MS = 3_600_000;

/** Adds the counts of receipts, and finds the runs of an account by time. */
export class ReceiptCounts1795815000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await runner.query('CREATE INDEX run_user_due ON run (user_id, due_at)');
    await runner.query(
      `INSERT INTO receipt_backfill (id, counted_from, run_id)
       SELECT 1, ${Date.now() + ROLLING_UPGRADE_MS}, r.last FROM (SELECT MAX(id) AS last FROM run) r WHERE r.last IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(isMysql(runner) ? 'DROP INDEX run_user_due ON run' : 'DROP INDEX run_user_due');
    await dropTables(runner, TABLES);
  }
}
