import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const RANGE = `
      id {serial},
      user_id {long} NOT NULL,
      webhook_id {long} NOT NULL,
      after_position {long} NOT NULL,
      after_entry {int} NOT NULL,
      until_position {long} NOT NULL,
      until_entry {int} NOT NULL`;

const TABLES: readonly Table[] = [
  {
    name: 'webhook',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      url {key 2048} NOT NULL,
      description {key 255} NOT NULL,
      types {text} NOT NULL,
      app_ids {text} NOT NULL,
      mode {ascii 6} NOT NULL,
      state {ascii 8} NOT NULL,
      reason {ascii 16} NULL,
      disabled_at {long} NULL,
      secrets {text} NOT NULL,
      public_key {ascii 64} NULL,
      former_until {long} NULL,
      position {long} NOT NULL,
      entry {int} NOT NULL,
      failures {int} NOT NULL,
      paused_until {long} NOT NULL,
      wake_at {long} NULL,
      lease_owner {ascii 36} NULL,
      lease_until {long} NOT NULL,
      created_at {long} NOT NULL,
      updated_at {long} NOT NULL`,
    indexes: ['CREATE INDEX webhook_user ON webhook (user_id)'],
  },
  {
    name: 'webhook_retry',
    columns: `${RANGE},
      events {int} NOT NULL,
      attempts {int} NOT NULL,
      due_at {long} NOT NULL`,
    indexes: [
      'CREATE INDEX webhook_retry_due ON webhook_retry (webhook_id, due_at)',
      'CREATE INDEX webhook_retry_user ON webhook_retry (user_id)',
    ],
  },
  {
    name: 'webhook_replay',
    columns: `${RANGE},
      created_at {long} NOT NULL`,
    indexes: [
      'CREATE INDEX webhook_replay_webhook ON webhook_replay (webhook_id)',
      'CREATE INDEX webhook_replay_user ON webhook_replay (user_id)',
    ],
  },
  {
    name: 'webhook_attempt',
    columns: `${RANGE},
      events {int} NOT NULL,
      kind {ascii 8} NOT NULL,
      attempt {int} NOT NULL,
      result {ascii 32} NOT NULL,
      http_status {int} NULL,
      detail {ascii 64} NULL,
      duration_ms {int} NOT NULL,
      answer {key 512} NULL,
      at {long} NOT NULL`,
    indexes: [
      'CREATE INDEX webhook_attempt_webhook ON webhook_attempt (webhook_id)',
      'CREATE INDEX webhook_attempt_at ON webhook_attempt (at)',
    ],
  },
];

/** Endpoints that receive the events of an account, with their retries, replays and attempts. */
export class Webhooks1795811000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
