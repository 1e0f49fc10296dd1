import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, isMysql, repeat, type Table } from './ddl.js';

/** `shard` spreads concurrent additions over several rows, so that workers do not wait for each other. */
const TABLES: readonly Table[] = [
  {
    // Failed messages of a run by reason, so that a million failures take a few rows.
    name: 'run_failure',
    columns: `
      run_id {long} NOT NULL,
      outcome {ascii 16} NOT NULL,
      provider {ascii 16} NOT NULL,
      reason {key 255} NOT NULL,
      shard {int} NOT NULL,
      count {int} NOT NULL,
      PRIMARY KEY (run_id, outcome, provider, reason, shard)`,
    clustered: true,
  },
  {
    // Outcomes of a run in intervals of five seconds.
    name: 'run_timeline',
    columns: `
      run_id {long} NOT NULL,
      bucket {long} NOT NULL,
      shard {int} NOT NULL,
      sent {int} NOT NULL,
      failed {int} NOT NULL,
      PRIMARY KEY (run_id, bucket, shard)`,
    clustered: true,
  },
];

/** Keeps each statement in MySQL's memory; five million failures in one statement took over twelve minutes. */
const RUNS_PER_SLICE = 500;

/** Selects runs in the order of the key. Each run gets a row, so that the next slice skips it. */
const NEXT_RUNS = `SELECT STRAIGHT_JOIN d.run_id FROM delivery_failure d JOIN app p ON p.id = d.app_id
  WHERE d.run_id > (SELECT COALESCE(MAX(run_id), 0) FROM run_failure)
  GROUP BY d.run_id ORDER BY d.run_id LIMIT ${RUNS_PER_SLICE}`;

const countReasons = (failures: string): string =>
  `INSERT INTO run_failure (run_id, outcome, provider, reason, shard, count)
   SELECT f.run_id, f.outcome, a.push_provider, f.reason, 0, COUNT(*)
   FROM ${failures} JOIN app a ON a.id = f.app_id
   GROUP BY f.run_id, f.outcome, a.push_provider, f.reason`;

/** Counts the reasons of existing runs once. Their timeline is unknown. */
export class RunDetails1765120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    if (isMysql(runner)) {
      await repeat(runner, countReasons(`(${NEXT_RUNS}) n JOIN delivery_failure f ON f.run_id = n.run_id`));
    } else await runner.query(countReasons('delivery_failure f'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
