import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A record of a change: its actor, action, time and address. It is kept for a year. */
@Entity({ name: 'audit_entry' })
export class AuditEntry {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(instant)
  at!: Date;

  /** The operation: a GraphQL mutation, a REST operation, or a console action such as `signIn`. */
  @Column({ type: 'varchar', length: 64 })
  action!: string;

  /** If `apiKeyId` is null too, the service or the command line acted. */
  @Column({ ...bigId, nullable: true })
  memberId!: number | null;

  @Column({ ...bigId, nullable: true })
  apiKeyId!: number | null;

  /** The changed object, by the type of its global id and its id; null: it has no global id. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  nodeType!: string | null;

  @Column({ ...bigId, nullable: true })
  nodeId!: number | null;

  /** One sentence, with the names as they were then. */
  @Column({ type: 'varchar', length: 1000 })
  summary!: string;

  /** The actor as named in `summary`; empty: no particular person; null: an older entry. */
  @Column({ type: 'varchar', length: 110, nullable: true })
  actor!: string | null;

  /** The object as named in `summary`: its name or its number. */
  @Column({ type: 'varchar', length: 110, nullable: true })
  subject!: string | null;

  /** The number of objects, if there are several. */
  @Column({ type: 'integer', nullable: true })
  count!: number | null;

  /** null: the change did not come over the network. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  address!: string | null;
}

export const AUDIT_ENTRY_TABLE = defineTable(AuditEntry, { numbered: 'id' });
