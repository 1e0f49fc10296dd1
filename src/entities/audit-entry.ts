import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** Who did what, when and from where. Kept for a year. */
@Entity({ name: 'audit_entry' })
export class AuditEntry {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(instant)
  at!: Date;

  /** The operation: a mutation of the graph, an operation of REST, or what people do at the door (`signIn`). */
  @Column({ type: 'varchar', length: 64 })
  action!: string;

  /** With `apiKeyId` null: the service itself, or the command line. */
  @Column({ ...bigId, nullable: true })
  memberId!: number | null;

  @Column({ ...bigId, nullable: true })
  apiKeyId!: number | null;

  /** What was changed: the type of its global id, and its id; null: nothing that has one. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  nodeType!: string | null;

  @Column({ ...bigId, nullable: true })
  nodeId!: number | null;

  /** One sentence; the names in it are those of then. */
  @Column({ type: 'varchar', length: 1000 })
  summary!: string;

  /** Who it was, as in `summary`; empty: nobody in particular; null: an entry from before it was kept. */
  @Column({ type: 'varchar', length: 110, nullable: true })
  actor!: string | null;

  /** What it was done to, as in `summary`: its name, or its number. */
  @Column({ type: 'varchar', length: 110, nullable: true })
  subject!: string | null;

  /** Of several things at once. */
  @Column({ type: 'integer', nullable: true })
  count!: number | null;

  /** null: not over the network. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  address!: string | null;
}
