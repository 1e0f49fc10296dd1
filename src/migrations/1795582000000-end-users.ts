import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'end_user',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      external_user_id {key 255} NOT NULL,
      attributes {text} NULL,
      created_at {long} NOT NULL,
      updated_at {long} NOT NULL`,
    indexes: [
      'CREATE UNIQUE INDEX end_user_external ON end_user (user_id, external_user_id)',
      'CREATE INDEX end_user_updated ON end_user (user_id, updated_at, id)',
    ],
  },
  {
    name: 'attribute_definition',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      name {ascii 40} NOT NULL,
      type {ascii 16} NOT NULL,
      writable_by_device {bool} NOT NULL,
      created_at {long} NOT NULL`,
    indexes: ['CREATE UNIQUE INDEX attribute_definition_name ON attribute_definition (user_id, name)'],
  },
];

/** The people who use applications, their attributes, and a copy of those on each device. */
export class EndUsers1795582000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumn(runner, 'device', 'attributes {text} NULL');
    await addColumn(runner, 'device', 'own_attributes {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device DROP COLUMN own_attributes');
    await runner.query('ALTER TABLE device DROP COLUMN attributes');
    await dropTables(runner, TABLES);
  }
}
