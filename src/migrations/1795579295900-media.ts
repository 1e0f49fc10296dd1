import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'media',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      hash {ascii 64} NOT NULL,
      name {key 255} NOT NULL,
      type {ascii 32} NOT NULL,
      bytes {long} NOT NULL,
      width {int} NOT NULL,
      height {int} NOT NULL,
      state {ascii 16} NOT NULL,
      created_at {long} NOT NULL`,
    indexes: [
      'CREATE UNIQUE INDEX media_hash ON media (hash)',
      'CREATE INDEX media_user ON media (user_id, created_at, id)',
    ],
  },
  {
    name: 'media_use',
    columns: `
      hash {ascii 64} NOT NULL,
      push_id {long} NOT NULL,
      PRIMARY KEY (hash, push_id),
      FOREIGN KEY (push_id) REFERENCES push (id) ON DELETE CASCADE`,
    indexes: ['CREATE INDEX media_use_push ON media_use (push_id)'],
    clustered: true,
  },
  {
    name: 'message_template',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      name {key 255} NOT NULL,
      content {text} NOT NULL,
      created_at {long} NOT NULL,
      updated_at {long} NOT NULL`,
    indexes: ['CREATE INDEX message_template_user ON message_template (user_id, updated_at, id)'],
  },
];

/** Uploaded images, the pushes that use them, and messages that are saved to be used again. */
export class Media1795579295900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
