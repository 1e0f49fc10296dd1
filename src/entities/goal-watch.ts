import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** An event that is a goal of a run. Other events cost nothing more when a device reports them. */
@Entity({ name: 'goal_watch' })
export class GoalWatch {
  @PrimaryColumn(bigId)
  userId!: number;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  code!: string;

  /** When the last run with this goal began. */
  @Column(instant)
  usedAt!: Date;
}

export const GOAL_WATCH_TABLE = defineTable(GoalWatch);
