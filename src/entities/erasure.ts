import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

export const ERASURE_STATUSES = ['waiting', 'finished'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** The number of deleted or changed rows by type. */
export type ErasureCounts = Readonly<Record<string, number>>;

/** The job that erases an end user. When it has finished, its row no longer identifies the user. */
@Entity({ name: 'erasure' })
export class Erasure {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  /** The account. */
  @Column(bigId)
  userId!: number;

  /** null: finished. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  externalUserId!: string | null;

  @Column({ type: 'varchar', length: 16 })
  status!: ErasureStatus;

  @Column(json)
  counts!: ErasureCounts;

  /** The addresses of devices that are deleted already; null: none, or finished. */
  @Column({ ...json, nullable: true })
  tokens!: readonly string[] | null;

  /** Why it has not finished yet, in one sentence; null: nothing is known to hold it up. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  trouble!: string | null;

  /** When the job tries again. */
  @Column(instant)
  dueAt!: Date;

  @Column({ type: 'integer' })
  attempts!: number;

  @Column(instant)
  createdAt!: Date;

  @Column({ ...instant, nullable: true })
  finishedAt!: Date | null;
}

export const ERASURE_TABLE = defineTable(Erasure, { numbered: 'id' });

/** The tombstone of an erased user: late events and imports must not bring the user back. */
@Entity({ name: 'erased_user' })
export class ErasedUser {
  /** The account. */
  @PrimaryColumn(bigId)
  userId!: number;

  /** HMAC-SHA-256 of the external id with the account's erasure key, hex. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  hash!: string;

  @Column(instant)
  erasedAt!: Date;
}

export const ERASED_USER_TABLE = defineTable(ErasedUser);
