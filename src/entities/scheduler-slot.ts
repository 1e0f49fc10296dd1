import { Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import { defineTable } from './table.js';

/** One weekly moment of a smart weekly scheduler. */
@Entity({ name: 'scheduler_slot' })
export class SchedulerSlot {
  @PrimaryColumn(bigId)
  schedulerId!: number;

  /** 1 Monday to 7 Sunday (ISO 8601). */
  @PrimaryColumn({ type: 'integer' })
  day!: number;

  /** Minutes after midnight. */
  @PrimaryColumn({ type: 'integer' })
  minute!: number;
}

export const SCHEDULER_SLOT_TABLE = defineTable(SchedulerSlot);
