import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'alert_rule',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      kind {ascii 24} NOT NULL,
      name {str 255} NOT NULL,
      enabled {bool} NOT NULL,
      app_id {long} NULL,
      share {real} NULL,
      min_count {int} NULL,
      minutes {int} NULL,
      recipients {text} NOT NULL,
      created_at {long} NOT NULL,
      updated_at {long} NOT NULL`,
    indexes: ['CREATE INDEX alert_rule_user ON alert_rule (user_id, id)'],
  },
  {
    // `open_key` is unique while the alert is open, so that nothing is raised twice; NULL afterwards.
    name: 'alert',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      rule_id {long} NOT NULL,
      kind {ascii 24} NOT NULL,
      app_id {long} NULL,
      run_id {long} NULL,
      open_key {ascii 64} NULL,
      facts {text} NOT NULL,
      raised_at {long} NOT NULL,
      resolved_at {long} NULL`,
    indexes: [
      'CREATE UNIQUE INDEX alert_open ON alert (open_key)',
      'CREATE INDEX alert_user ON alert (user_id, resolved_at, id)',
      'CREATE INDEX alert_resolved ON alert (resolved_at)',
    ],
  },
  {
    // E-mails to send; `due_at` is NULL when they are sent or given up.
    name: 'alert_mail',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      alert_id {long} NOT NULL,
      recipient {key 254} NOT NULL,
      event {ascii 8} NOT NULL,
      due_at {long} NULL,
      attempts {int} NOT NULL,
      sent_at {long} NULL,
      created_at {long} NOT NULL`,
    indexes: [
      'CREATE INDEX alert_mail_due ON alert_mail (due_at)',
      'CREATE INDEX alert_mail_user ON alert_mail (user_id, sent_at)',
      'CREATE INDEX alert_mail_age ON alert_mail (created_at)',
    ],
  },
];

/** Rules that watch runs and applications, what they found, and the e-mails about it. */
export class Alerts1795815000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
