import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import { defineTable } from './table.js';

/**
 * Stores an exclusion while its application is archived. It is hidden from users, survives updates, and applies again
 * when the application is restored (docs/rules.md#app-archive).
 */
export const HIDDEN_EXCLUSION = 'app_ids_exclude_hidden';

/** One entry of one filter list of a scheduler. */
@Entity({ name: 'scheduler_filter' })
export class SchedulerFilter {
  @PrimaryColumn(bigId)
  schedulerId!: number;

  /** The REST name of the list (`FilterField`), or HIDDEN_EXCLUSION. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  field!: string;

  /** The entry as the user wrote it; ids in decimal. */
  @PrimaryColumn({ type: 'varchar', length: 255 })
  value!: string;

  @Column({ type: 'integer' })
  position!: number;
}

export const SCHEDULER_FILTER_TABLE = defineTable(SchedulerFilter);
