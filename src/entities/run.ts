import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { BestHour } from '../ports/best-hour.js';
import type { RunExperiment } from '../ports/experiment.js';
import type { Goal } from '../ports/goals.js';
import type { QuietSetting } from '../ports/quiet-hours.js';
import type { Speed } from '../ports/speed.js';
import { bigId, instant, json } from './column-types.js';
import type { RunAudience, RunMomentPart, RunPush, RunTarget } from './run-snapshot.js';
import { kindColumn, type SchedulerKind } from './scheduler.js';
import { defineTable } from './table.js';

/**
 * `planning` batches are being cut · `running` · `paused` by a user · `finished` every message has its outcome ·
 * `cancelled` · `missed` the service was down for longer than the grace period.
 */
export const RUN_STATUSES = ['planning', 'running', 'paused', 'finished', 'cancelled', 'missed'] as const;
/** Why a run has nothing to send (docs/rules.md#empty-runs). */
export type RunStatusReason = 'NO_ACTIVE_PUSH' | 'NO_APPLICATIONS' | 'NO_DEVICES';
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why a run was cancelled, missed, late or paused. */
export const RUN_STATUS_CODES = [
  'SERVICE_WAS_DOWN',
  'TIME_ZONE_DATA_CHANGED',
  'NO_APPLICATION_LEFT',
  'SCHEDULER_DEACTIVATED',
  'SCHEDULER_ARCHIVED',
  'SCHEDULER_DELETED',
  'EVENT_DELETED',
  'TAG_GROUP_DELETED',
  'CANCELLED_BY_OWNER',
  'CANCELLED_BY_OPERATOR',
  'STOPPED_ON_TROUBLE',
] as const;
export type RunStatusCode = (typeof RUN_STATUS_CODES)[number];

/** Why a variant won, or why none did. */
export type WinnerReason =
  | 'BEST'
  | 'CHOSEN'
  | 'ONLY_VARIANT'
  | 'NOT_WANTED'
  | 'NO_CLEAR_WINNER'
  | 'SAMPLE_RATIO_MISMATCH';

/** Replaces a run's id for messages outside any run, such as a test on one device. */
export const NO_RUN = 0;

/**
 * One row per (scheduler, moment), unique so that a moment never runs twice. Auto-push has one row per hour. A message
 * that is sent at once has a row of kind `one-time` with a target and no scheduler.
 */
@Entity({ name: 'run' })
export class Run {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** Kept after the scheduler is deleted. A run without a scheduler has a negative number of its own. */
  @Column(bigId)
  schedulerId!: number;

  @Column(kindColumn)
  kind!: SchedulerKind;

  @Column(instant)
  dueAt!: Date;

  @Column({ type: 'varchar', length: 16 })
  status!: RunStatus;

  /** Why the run had nothing to send. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  statusReason!: RunStatusReason | null;

  /** Why the run was cancelled or missed, or how late it was. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  statusMessage!: string | null;

  /** `statusMessage` for programs; null: there is no message, or an earlier release wrote it. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  statusCode!: RunStatusCode | null;

  /** The local moments of this run and their zones; null for auto-push. */
  @Column({ ...json, nullable: true })
  parts!: RunMomentPart[] | null;

  /** The filters at the start of the run; null for auto-push, which applies them when each delay ends. */
  @Column({ ...json, nullable: true })
  audience!: RunAudience | null;

  /** The audience of a message that is sent at once; null: the run has a scheduler. */
  @Column({ ...json, nullable: true })
  target!: RunTarget | null;

  /** The pushes at the start of the run, in the order of binding. */
  @Column({ ...json, nullable: true })
  pushes!: RunPush[] | null;

  /** The scheduler's quiet hours at the start of the run; null for auto-push, which reads its scheduler. */
  @Column({ ...json, nullable: true })
  quietHours!: QuietSetting | null;

  /** How fast it sends; null: as fast as it can. */
  @Column({ ...json, nullable: true })
  speed!: Speed | null;

  /** The scheduler's best hour at the start of the run; null: its messages wait for no hour. */
  @Column({ ...json, nullable: true })
  bestHour!: BestHour | null;

  /** The goals of the scheduler at the start of the run; null: it had no goals. */
  @Column({ ...json, nullable: true })
  goals!: readonly Goal[] | null;

  /** null: every device gets every push. */
  @Column({ ...json, nullable: true })
  experiment!: RunExperiment | null;

  /** The index of the variant that won; null: none did, or nothing is decided. */
  @Column({ type: 'integer', nullable: true })
  winner!: number | null;

  /** Why it won, or why no variant did; null: nothing is decided. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  winnerReason!: WinnerReason | null;

  @Column({ ...instant, nullable: true })
  decidedAt!: Date | null;

  /** Devices that match the filters but whose local moment had passed at activation. */
  @Column({ type: 'integer' })
  leftOut!: number;

  /** Messages counted while the run was cut into batches, so incomplete until then; null: not known. */
  @Column({ type: 'integer', nullable: true })
  plannedTotal!: number | null;

  /** How often the run was cancelled. Only an auto-push run can be cancelled more than once. */
  @Column({ type: 'integer', default: 0 })
  cancelCount!: number;

  /** The progress of cutting into batches: an index into `audience.appIds`, and the last id cut. */
  @Column({ type: 'integer' })
  cutIndex!: number;

  @Column(bigId)
  cutId!: number;

  @Column(instant)
  createdAt!: Date;

  @Column({ ...instant, nullable: true })
  finishedAt!: Date | null;

  /** From this time on, remaining batches and single messages are hidden from users. */
  @Column({ ...instant, nullable: true })
  historyDeletedAt!: Date | null;
}

export const RUN_TABLE = defineTable(Run, { numbered: 'id' });

/** The scheduler of a run, for logs and other processes; undefined: it has none. */
export const schedulerIdOf = ({ schedulerId }: Pick<Run, 'schedulerId'>): number | undefined =>
  schedulerId > 0 ? schedulerId : undefined;
