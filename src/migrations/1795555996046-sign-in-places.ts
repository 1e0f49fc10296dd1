import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'sign_in_place',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      member_id {long} NOT NULL,
      hash {ascii 22} NOT NULL,
      last_at {long} NOT NULL`,
    indexes: [
      'CREATE UNIQUE INDEX sign_in_place_member ON sign_in_place (member_id, hash)',
      'CREATE INDEX sign_in_place_user ON sign_in_place (user_id)',
      'CREATE INDEX sign_in_place_age ON sign_in_place (last_at)',
    ],
  },
];

/** The networks from which members have signed in, as keyed hashes. */
export class SignInPlaces1795555996046 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
