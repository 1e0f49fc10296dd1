import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import type { BatchTargets } from './run-snapshot.js';
import { defineTable } from './table.js';

export const BATCH_STATUSES = ['pending', 'running', 'done', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** A range of device ids of one application in one run: `from_id < id <= to_id`, done up to `cursor_id`. */
@Entity({ name: 'batch' })
export class Batch {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  runId!: number;

  @Column(bigId)
  appId!: number;

  @Column(bigId)
  fromId!: number;

  @Column(bigId)
  toId!: number;

  @Column(bigId)
  cursorId!: number;

  @Column({ type: 'varchar', length: 16 })
  status!: BatchStatus;

  /** The worker that holds the lease. Its checkpoints are rejected once another worker has the lease. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;

  /** An error delayed the batch until this time. */
  @Column({ ...instant, nullable: true })
  notBefore!: Date | null;

  @Column({ type: 'integer' })
  attempts!: number;

  /** The devices of the range that get the message; null: all that the filters of the run reach. */
  @Column({ ...json, nullable: true })
  targets!: BatchTargets | null;
}

export const BATCH_TABLE = defineTable(Batch, { numbered: 'id' });
