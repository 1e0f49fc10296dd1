import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'segment',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      name {key 255} NOT NULL,
      description {text} NOT NULL,
      tree {text} NOT NULL,
      cost {int} NOT NULL,
      created_at {long} NOT NULL,
      updated_at {long} NOT NULL`,
    indexes: ['CREATE INDEX segment_user ON segment (user_id, updated_at, id)'],
  },
  {
    name: 'segment_reference',
    columns: `
      user_id {long} NOT NULL,
      kind {ascii 16} NOT NULL,
      target_id {long} NOT NULL,
      segment_id {long} NOT NULL,
      PRIMARY KEY (user_id, kind, target_id, segment_id)`,
    indexes: ['CREATE INDEX segment_reference_segment ON segment_reference (segment_id)'],
    clustered: true,
  },
  {
    name: 'device_event_day',
    columns: `
      device_id {long} NOT NULL,
      event_id {long} NOT NULL,
      day {int} NOT NULL,
      app_id {long} NOT NULL,
      count {int} NOT NULL,
      PRIMARY KEY (device_id, event_id, day)`,
    indexes: ['CREATE INDEX device_event_day_day ON device_event_day (day)'],
    clustered: true,
  },
];

/** Named audiences, what they refer to, and counts of events by day for those that count within a window. */
export class Segments1795653480998 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
