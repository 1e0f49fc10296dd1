import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

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

  /** The worker that holds it; its checkpoints count only while this is its name and the lease has not passed to another. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;

  /** Not before this: an error made it wait. */
  @Column({ ...instant, nullable: true })
  notBefore!: Date | null;

  @Column({ type: 'integer' })
  attempts!: number;
}
