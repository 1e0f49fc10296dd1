import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const COLUMNS = [
  ['scheduler', 'goals', '{text}'],
  ['run', 'goals', '{text}'],
  ['user_account', 'attribution', '{text}'],
  ['device_send', 'subject', '{ascii 22}'],
] as const;

const TABLES: readonly Table[] = [
  {
    name: 'goal_watch',
    clustered: true,
    columns: `
      user_id {long} NOT NULL,
      code {ascii 64} NOT NULL,
      used_at {long} NOT NULL,
      PRIMARY KEY (user_id, code)`,
  },
  {
    name: 'goal_event',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      subject {ascii 22} NOT NULL,
      event_key {ascii 22} NOT NULL,
      kind {ascii 16} NOT NULL,
      app_id {long} NOT NULL,
      device_id {long} NOT NULL,
      code {ascii 64} NULL,
      data {text} NULL,
      occurred_at {long} NOT NULL,
      due_at {long} NOT NULL`,
    indexes: [
      'CREATE UNIQUE INDEX goal_event_key ON goal_event (user_id, subject, event_key)',
      'CREATE INDEX goal_event_due ON goal_event (due_at)',
      'CREATE INDEX goal_event_device ON goal_event (app_id, device_id)',
    ],
  },
  {
    name: 'run_unit',
    clustered: true,
    columns: `
      run_id {long} NOT NULL,
      unit {ascii 22} NOT NULL,
      user_id {long} NOT NULL,
      arm {int} NOT NULL,
      marks {int} NOT NULL,
      created_at {long} NOT NULL,
      PRIMARY KEY (run_id, unit)`,
    indexes: [
      'CREATE INDEX run_unit_user ON run_unit (user_id, unit)',
      'CREATE INDEX run_unit_created ON run_unit (created_at)',
    ],
  },
  {
    name: 'conversion',
    clustered: true,
    columns: `
      run_id {long} NOT NULL,
      device_id {long} NOT NULL,
      goal {int} NOT NULL,
      event_key {ascii 22} NOT NULL,
      user_id {long} NOT NULL,
      subject {ascii 22} NOT NULL,
      unit {ascii 22} NOT NULL,
      app_id {long} NOT NULL,
      arm {int} NOT NULL,
      attributed {bool} NOT NULL,
      value {real} NULL,
      occurred_at {long} NOT NULL,
      PRIMARY KEY (run_id, device_id, goal, event_key)`,
    indexes: [
      'CREATE INDEX conversion_subject ON conversion (user_id, subject)',
      'CREATE INDEX conversion_device ON conversion (app_id, device_id)',
      'CREATE INDEX conversion_occurred ON conversion (occurred_at)',
    ],
  },
  {
    name: 'arm_count',
    clustered: true,
    columns: `
      run_id {long} NOT NULL,
      goal {int} NOT NULL,
      arm {int} NOT NULL,
      kind {ascii 16} NOT NULL,
      part {int} NOT NULL,
      count {long} NOT NULL,
      value {real} NOT NULL,
      PRIMARY KEY (run_id, goal, arm, kind, part)`,
  },
];

/** Goals of schedulers, the events that may reach them, conversions, and their counts per arm. */
export class Goals1795814000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, type] of COLUMNS) await addColumn(runner, table, `${column} ${type} NULL`);
    await runner.query('CREATE INDEX device_send_subject ON device_send (subject, sent_at)');
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
    const { type } = runner.connection.options;
    await runner.query(`DROP INDEX device_send_subject${type === 'mysql' ? ' ON device_send' : ''}`);
    for (const [table, column] of COLUMNS.toReversed()) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
  }
}
