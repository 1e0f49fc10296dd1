import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import type { OutcomeName } from './outcome.js';

/** Messages by outcome, kept per batch so that workers do not queue for one counter row. Their sum is the run's status. */
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

  /** Language of the translation that was chosen. */
  @PrimaryColumn({ type: 'varchar', length: 35 })
  language!: string;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  outcome!: OutcomeName;

  @Column({ type: 'integer' })
  count!: number;
}
