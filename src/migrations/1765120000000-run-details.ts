import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

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

/** Reasons of runs that were before are counted here, once; when their messages were sent is not known that closely. */
export class RunDetails1765120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await runner.query(
      `INSERT INTO run_failure (run_id, outcome, provider, reason, shard, count)
       SELECT f.run_id, f.outcome, a.push_provider, f.reason, 0, COUNT(*)
       FROM delivery_failure f JOIN app a ON a.id = f.app_id
       GROUP BY f.run_id, f.outcome, a.push_provider, f.reason`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
