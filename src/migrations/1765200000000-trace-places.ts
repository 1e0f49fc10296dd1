import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    // `run 17` or `due 3 9` (scheduler, device), and the W3C traceparent of its cause.
    name: 'trace_place',
    columns: `
      subject {ascii 64} NOT NULL,
      trace_parent {ascii 64} NOT NULL,
      created_at {long} NOT NULL,
      PRIMARY KEY (subject)`,
    indexes: ['CREATE INDEX trace_place_age ON trace_place (created_at)'],
    clustered: true,
  },
];

/** Links traces across processes. Empty without OpenTelemetry. */
export class TracePlaces1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
