import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, isMysql, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'category',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      code {ascii 40} NOT NULL,
      names {text} NOT NULL,
      descriptions {text} NOT NULL,
      kind {ascii 16} NOT NULL,
      default_choice {ascii 3} NOT NULL,
      android_channel {key 255} NULL,
      listed {bool} NOT NULL,
      created_at {long} NOT NULL,
      updated_at {long} NOT NULL`,
    indexes: ['CREATE UNIQUE INDEX category_code ON category (user_id, code)'],
  },
  {
    name: 'category_choice',
    clustered: true,
    columns: `
      user_id {long} NOT NULL,
      subject_kind {ascii 6} NOT NULL,
      subject {key 255} NOT NULL,
      category_id {long} NOT NULL,
      choice {ascii 3} NOT NULL,
      source {ascii 6} NOT NULL,
      changed_at {long} NOT NULL,
      PRIMARY KEY (user_id, subject_kind, subject, category_id)`,
    // A page of a run asks first whether anybody has chosen at all.
    indexes: ['CREATE INDEX category_choice_category ON category_choice (user_id, category_id, choice)'],
  },
  {
    name: 'category_deletion',
    columns: `
      category_id {long} NOT NULL PRIMARY KEY,
      user_id {long} NOT NULL,
      deleted_at {long} NOT NULL`,
  },
];

/** Kinds of messages that people can turn on and off, and what they chose. */
export class Categories1795583100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumn(runner, 'push', 'category_id {long} NULL');
    await runner.query('CREATE INDEX push_category ON push (category_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(isMysql(runner) ? 'DROP INDEX push_category ON push' : 'DROP INDEX push_category');
    await runner.query('ALTER TABLE push DROP COLUMN category_id');
    await dropTables(runner, TABLES);
  }
}
