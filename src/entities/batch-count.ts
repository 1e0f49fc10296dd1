import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import type { OutcomeName } from './outcome.js';
import { defineTable } from './table.js';

/** Messages by outcome, per batch so that workers do not compete for one row. Their sum is the status of the run. */
@Entity({ name: 'batch_count' })
export class BatchCount {
  @PrimaryColumn(bigId)
  runId!: number;

  /** 0 for auto-push. */
  @PrimaryColumn(bigId)
  batchId!: number;

  @PrimaryColumn(bigId)
  appId!: number;

  @PrimaryColumn(bigId)
  pushId!: number;

  /** The language of the chosen translation. */
  @PrimaryColumn({ type: 'varchar', length: 35 })
  language!: string;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  outcome!: OutcomeName;

  @Column({ type: 'integer' })
  count!: number;
}

export const BATCH_COUNT_TABLE = defineTable(BatchCount);
