import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, type Table } from './ddl.js';

const TABLES: readonly Table[] = [
  {
    name: 'member',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      name {str 255} NOT NULL,
      email {key 254} NOT NULL,
      role {ascii 8} NOT NULL,
      password_hash {ascii 255} NULL,
      oidc_issuer {ascii 512} NULL,
      oidc_subject {ascii 255} NULL,
      created_at {long} NOT NULL,
      joined_at {long} NULL,
      last_seen_at {long} NULL`,
    indexes: [
      'CREATE UNIQUE INDEX member_email ON member (email)',
      'CREATE UNIQUE INDEX member_oidc ON member (oidc_issuer, oidc_subject)',
      'CREATE INDEX member_user ON member (user_id)',
    ],
  },
  {
    name: 'member_session',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      member_id {long} NOT NULL,
      hash {ascii 64} NOT NULL,
      created_at {long} NOT NULL,
      last_seen_at {long} NOT NULL,
      expires_at {long} NOT NULL,
      address {key 64} NOT NULL,
      user_agent {key 255} NULL`,
    indexes: [
      'CREATE UNIQUE INDEX member_session_hash ON member_session (hash)',
      'CREATE INDEX member_session_member ON member_session (member_id)',
      'CREATE INDEX member_session_user ON member_session (user_id)',
      'CREATE INDEX member_session_age ON member_session (last_seen_at)',
    ],
  },
  {
    name: 'member_invitation',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      member_id {long} NULL,
      kind {ascii 16} NOT NULL,
      hash {ascii 64} NOT NULL,
      created_at {long} NOT NULL,
      expires_at {long} NOT NULL,
      used_at {long} NULL`,
    indexes: [
      'CREATE UNIQUE INDEX member_invitation_hash ON member_invitation (hash)',
      'CREATE INDEX member_invitation_user ON member_invitation (user_id, member_id)',
      'CREATE INDEX member_invitation_age ON member_invitation (expires_at)',
    ],
  },
  {
    name: 'audit_entry',
    columns: `
      id {serial},
      user_id {long} NOT NULL,
      at {long} NOT NULL,
      action {ascii 64} NOT NULL,
      member_id {long} NULL,
      api_key_id {long} NULL,
      node_type {ascii 16} NULL,
      node_id {long} NULL,
      summary {key 1000} NOT NULL,
      address {key 64} NULL`,
    indexes: [
      'CREATE INDEX audit_entry_user ON audit_entry (user_id, id)',
      'CREATE INDEX audit_entry_age ON audit_entry (at)',
    ],
  },
];

/** Members of an account, their sessions and invitations, and the audit log. */
export class Members1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
