import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** An event that reached a goal of a run, after a message of that run. */
@Entity({ name: 'conversion' })
export class Conversion {
  @PrimaryColumn(bigId)
  runId!: number;

  /** The device that reported the event. */
  @PrimaryColumn(bigId)
  deviceId!: number;

  /** The index of the goal in the run. */
  @PrimaryColumn({ type: 'integer' })
  goal!: number;

  /** The hash of the event's id, or a random text. */
  @PrimaryColumn({ type: 'varchar', length: 22 })
  eventKey!: string;

  @Column(bigId)
  userId!: number;

  /** The hash of the user who did it, or of a device without one. */
  @Column({ type: 'varchar', length: 22 })
  subject!: string;

  /** The unit that the run touched: the subject, or its device before it had a user. */
  @Column({ type: 'varchar', length: 22 })
  unit!: string;

  @Column(bigId)
  appId!: number;

  /** The arm of the unit. */
  @Column({ type: 'integer' })
  arm!: number;

  /** Whether this run alone is credited with the event. Any touch counts as converted. */
  @Column({ type: 'boolean' })
  attributed!: boolean;

  /** A number from the event's data; null: the goal has no value, or the event had none. */
  @Column({ type: 'double', nullable: true })
  value!: number | null;

  @Column(instant)
  occurredAt!: Date;
}

export const CONVERSION_TABLE = defineTable(Conversion);
