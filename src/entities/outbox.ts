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

/** An event in an account. */
@Entity({ name: 'outbox' })
export class Outbox {
  @PrimaryColumn(bigId)
  userId!: number;

  /** 1, 2, 3 and so on for each user, in the order of the commits: docs/decisions/outbox-order.md. */
  @PrimaryColumn(bigId)
  position!: number;

  @Column({ type: 'varchar', length: 32 })
  type!: OutboxType;

  /** The id of the run, application or device. */
  @Column(bigId)
  subjectId!: number;

  @Column(json)
  payload!: Record<string, unknown>;

  @Column(instant)
  occurredAt!: Date;
}

export const OUTBOX_TABLE = defineTable(Outbox);
