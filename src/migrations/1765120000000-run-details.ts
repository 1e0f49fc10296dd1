import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, isMysql, repeat, type Table } from './ddl.js';

/** `shard` spreads what several workers add at once over several rows, so that they do not wait for each other. */
const TABLES: readonly Table[] = [
  {
    // Messages of a run that did not arrive, by reason: a run with a million failures is told in a few rows.
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
    // Messages of a run that got their outcome, by stretches of five seconds.
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

/** What MySQL counts at once then fits into memory: five million failures in one statement took it over twelve minutes. */
const RUNS_PER_SLICE = 500;

/** In the order of the key, with which both tables begin. Each of these runs gets a row, so that it is not met again. */
const NEXT_RUNS = `SELECT STRAIGHT_JOIN d.run_id FROM delivery_failure d JOIN app p ON p.id = d.app_id
  WHERE d.run_id > (SELECT COALESCE(MAX(run_id), 0) FROM run_failure)
  GROUP BY d.run_id ORDER BY d.run_id LIMIT ${RUNS_PER_SLICE}`;

const countReasons = (failures: string): string =>
  `INSERT INTO run_failure (run_id, outcome, provider, reason, shard, count)
   SELECT f.run_id, f.outcome, a.push_provider, f.reason, 0, COUNT(*)
   FROM ${failures} JOIN app a ON a.id = f.app_id
   GROUP BY f.run_id, f.outcome, a.push_provider, f.reason`;

/** Reasons of runs that were before are counted here, once; when their messages were sent is not known that closely. */
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
