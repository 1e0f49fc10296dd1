import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

export const GOAL_EVENT_KINDS = ['event', 'opted_out', 'retired'] as const;
export type GoalEventKind = (typeof GOAL_EVENT_KINDS)[number];

/** Something that a person did, which waits until it is compared with the messages before it. */
@Entity({ name: 'goal_event' })
export class GoalEvent {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** The hash of the user, or of a device without one. */
  @Column({ type: 'varchar', length: 22 })
  subject!: string;

  /** The hash of the event's id, or a random text. One subject has each key once. */
  @Column({ type: 'varchar', length: 22 })
  eventKey!: string;

  @Column({ type: 'varchar', length: 16 })
  kind!: GoalEventKind;

  /** 0: the device is not known. */
  @Column(bigId)
  appId!: number;

  @Column(bigId)
  deviceId!: number;

  /** The event's code; null for other kinds. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  code!: string | null;

  /** The event's data as JSON. It may contain the value of a goal. */
  @Column({ type: 'text', nullable: true })
  data!: string | null;

  @Column(instant)
  occurredAt!: Date;

  /** Everything that happened before the event is committed at this time. */
  @Column(instant)
  dueAt!: Date;
}

export const GOAL_EVENT_TABLE = defineTable(GoalEvent, { numbered: 'id' });
