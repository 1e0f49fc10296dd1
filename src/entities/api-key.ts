import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

export const SCOPES = ['read', 'draft', 'write', 'send'] as const;
export type Scope = (typeof SCOPES)[number];
/** Permit everything, because `write` includes `draft`. */
export const FULL_SCOPES = ['read', 'write', 'send'] as const satisfies readonly Scope[];

/** A key of a user. The key itself is shown once and never stored; only its hash is. */
@Entity({ name: 'api_key' })
export class ApiKey {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** The key that created this key through the graph; null: the operator or a member did. */
  @Column({ ...bigId, nullable: true })
  parentId!: number | null;

  /** The member who created the key; null: a key or the operator did, or it was not recorded. */
  @Column({ ...bigId, nullable: true })
  memberId!: number | null;

  /** The member's name at that time, kept after the member is deleted. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  memberName!: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  name!: string | null;

  /** The first characters, to tell keys apart and to revoke one. */
  @Column({ type: 'varchar', length: 16 })
  prefix!: string;

  /** SHA-256 of the whole key, hex. Keys are long and random, so a slow hash would add nothing. */
  @Column({ type: 'varchar', length: 64 })
  hash!: string;

  @Column({ type: 'simple-array' })
  scopes!: Scope[];

  @Column(instant)
  createdAt!: Date;

  @Column({ ...instant, nullable: true })
  expiresAt!: Date | null;

  @Column({ ...instant, nullable: true })
  revokedAt!: Date | null;
}

export const API_KEY_TABLE = defineTable(ApiKey, { numbered: 'id' });
