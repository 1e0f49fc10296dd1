import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

/** The events that subscribers receive, written in the transaction of their cause and kept for a week. */
export const OUTBOX_TYPES = [
  'run.started',
  'run.paused',
  'run.resumed',
  'run.finished',
  'run.cancelled',
  'run.missed',
  'app.paused',
  'app.resumed',
  'device.retired',
] as const;
/** `noun.verb` in the past tense. `subject_id` is the id of the noun. */
export type OutboxType = (typeof OUTBOX_TYPES)[number];

/** Rows of several events, which only the event log reads: the messages of a checkpoint, and any other events. */
export const LOG_TYPES = ['messages', 'events'] as const;
export type LogType = (typeof LOG_TYPES)[number];

/** An event in an account. */
@Entity({ name: 'outbox' })
export class Outbox {
  @PrimaryColumn(bigId)
  userId!: number;

  /** 1, 2, 3 and so on for each user, in the order of the commits: docs/decisions/outbox-order.md. */
  @PrimaryColumn(bigId)
  position!: number;

  @Column({ type: 'varchar', length: 32 })
  type!: OutboxType | LogType;

  /** The id of the run, application or device; 0 for `events`. */
  @Column(bigId)
  subjectId!: number;

  @Column(json)
  payload!: Record<string, unknown>;

  @Column(instant)
  occurredAt!: Date;

  /** The packed messages of a checkpoint (message-log-codec.ts). The last column, so that other readers skip its pages. */
  @Column({ type: 'blob', nullable: true })
  entries!: Buffer | null;
}

export const OUTBOX_TABLE = defineTable(Outbox);
