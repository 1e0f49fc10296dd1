import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';

/** What subscribers can hear about; written with what made it happen. Its rows are kept for a week. */
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
/** `noun.verb` in the past tense; the noun says what `subject_id` is the id of. */
export type OutboxType = (typeof OUTBOX_TYPES)[number];

/** What happened to a user's things. */
@Entity({ name: 'outbox' })
export class Outbox {
  @PrimaryColumn(bigId)
  userId!: number;

  /** 1, 2, 3 and so on for each user, in the order of the commits: docs/decisions/outbox-order.md. */
  @PrimaryColumn(bigId)
  position!: number;

  @Column({ type: 'varchar', length: 32 })
  type!: OutboxType;

  /** The run, the application or the device that it is about. */
  @Column(bigId)
  subjectId!: number;

  @Column(json)
  payload!: Record<string, unknown>;

  @Column(instant)
  occurredAt!: Date;
}
