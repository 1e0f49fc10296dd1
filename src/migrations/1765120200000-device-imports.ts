import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'device_import',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      app_id {long} NOT NULL,
      file_name {key 255} NOT NULL,
      format {ascii 8} NOT NULL,
      status {ascii 16} NOT NULL,
      size {long} NULL,
      done {long} NOT NULL DEFAULT 0,
      next_line {long} NOT NULL DEFAULT 1,
      imported {long} NOT NULL DEFAULT 0,
      updated {long} NOT NULL DEFAULT 0,
      rejected {long} NOT NULL DEFAULT 0,
      rejected_bytes {long} NOT NULL DEFAULT 0,
      columns_taken {text} NOT NULL,
      sample {text} NOT NULL,
      message {key 512} NULL,
      has_file {bool} NOT NULL,
      upload_claim {ascii 36} NULL,
      upload_at {long} NULL,
      lease_owner {ascii 36} NULL,
      lease_until {long} NULL,
      worked_at {long} NOT NULL,
      attempts {int} NOT NULL DEFAULT 0,
      created_at {long} NOT NULL,
      finished_at {long} NULL,
      FOREIGN KEY (app_id) REFERENCES app (id) ON DELETE CASCADE`,
    indexes: [
      'CREATE INDEX device_import_user ON device_import (user_id, id)',
      'CREATE INDEX device_import_status ON device_import (status, worked_at)',
      'CREATE INDEX device_import_file ON device_import (has_file, status)',
    ],
  },
  {
    // The file (part 0) in chunks of 256 KiB, so that any worker can read it, and the rejected lines (part 1).
    name: 'device_import_chunk',
    columns: `
      import_id {long} NOT NULL,
      part {int} NOT NULL,
      seq {long} NOT NULL,
      data {bytes} NOT NULL,
      PRIMARY KEY (import_id, part, seq)`,
  },
];

/** Imports of uploaded files of devices. */
export class DeviceImports1765120200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
