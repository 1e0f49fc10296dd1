import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import type { RunAudience, RunMomentPart, RunPush } from './run-snapshot.js';
import { kindColumn, type SchedulerKind } from './scheduler.js';

/**
 * `planning` batches are being cut · `running` · `paused` by a user · `finished` every message has its outcome ·
 * `cancelled` · `missed` the service was down for longer than the grace period.
 */
export const RUN_STATUSES = ['planning', 'running', 'paused', 'finished', 'cancelled', 'missed'] as const;
/** Why a run has nothing to send (docs/rules.md#empty-runs). */
export type RunStatusReason = 'NO_ACTIVE_PUSH' | 'NO_APPLICATIONS' | 'NO_DEVICES';
export type RunStatus = (typeof RUN_STATUSES)[number];

/** In place of a run's id: messages outside of any, such as a push that is tried on one device. */
export const NO_RUN = 0;

/** One sending: one row per (scheduler, moment), unique, so a moment never runs twice. For auto-push one row per hour. */
@Entity({ name: 'run' })
export class Run {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** Stays after the scheduler is deleted. */
  @Column(bigId)
  schedulerId!: number;

  @Column(kindColumn)
  kind!: SchedulerKind;

  @Column(instant)
  dueAt!: Date;

  @Column({ type: 'varchar', length: 16 })
  status!: RunStatus;

  /** Why it had nothing to send. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  statusReason!: RunStatusReason | null;

  /** Why it was cancelled or missed, or by how much it was late. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  statusMessage!: string | null;

  /** Which local moments this run carries, for which zones; null for auto-push. */
  @Column({ ...json, nullable: true })
  parts!: RunMomentPart[] | null;

  /** The filters as they were when the run began; null for auto-push, which judges when each delay ends. */
  @Column({ ...json, nullable: true })
  audience!: RunAudience | null;

  /** The pushes as they were when the run began, in the order in which they were bound. */
  @Column({ ...json, nullable: true })
  pushes!: RunPush[] | null;

  /** Devices that the filters reach but whose local moment had passed when the scheduler was activated. */
  @Column({ type: 'integer' })
  leftOut!: number;

  /** Messages to the devices that were counted as the run was cut; not whole while it is being cut. Null: not known. */
  @Column({ type: 'integer', nullable: true })
  plannedTotal!: number | null;

  /** How often it was cancelled; only an hour of auto-push can be cancelled more than once. */
  @Column({ type: 'integer', default: 0 })
  cancelCount!: number;

  /** Where cutting into batches has got to: an index into `audience.appIds`, and the last id cut. */
  @Column({ type: 'integer' })
  cutIndex!: number;

  @Column(bigId)
  cutId!: number;

  @Column(instant)
  createdAt!: Date;

  @Column({ ...instant, nullable: true })
  finishedAt!: Date | null;

  /** From then on nobody is shown what is left of its batches and single messages, nor that some may still be there. */
  @Column({ ...instant, nullable: true })
  historyDeletedAt!: Date | null;
}
