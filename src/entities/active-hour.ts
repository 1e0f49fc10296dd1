import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import { defineTable } from './table.js';

/** How active a user, a device without a user, or an application is in one local hour (docs/best-hour.md). */
@Entity({ name: 'active_hour' })
export class ActiveHour {
  /** The account. */
  @PrimaryColumn(bigId)
  userId!: number;

  /** A hash, so that no id of a person is stored here. */
  @PrimaryColumn({ type: 'varchar', length: 22 })
  subject!: string;

  /** 0 to 23, by the clock of the device. */
  @PrimaryColumn({ type: 'integer' })
  hour!: number;

  /** Sessions and clicks, as of `period`. */
  @Column({ type: 'double' })
  weight!: number;

  /** The number of the 30 days in which the weight last changed. It halves with every later period. */
  @Column({ type: 'integer' })
  period!: number;
}

export const ACTIVE_HOUR_TABLE = defineTable(ActiveHour);
