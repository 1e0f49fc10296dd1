import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';

/**
 * Where an exclusion waits while its application is archived: nobody is shown it, no request replaces it, and it is in
 * force again as soon as the application is (docs/rules.md#app-archive).
 */
export const HIDDEN_EXCLUSION = 'app_ids_exclude_hidden';

/** One entry of one filter list of a scheduler. */
@Entity({ name: 'scheduler_filter' })
export class SchedulerFilter {
  @PrimaryColumn(bigId)
  schedulerId!: number;

  /** REST's name of the list (`FilterField` of the filters), or HIDDEN_EXCLUSION. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  field!: string;

  /** As the user wrote it; ids in decimal. */
  @PrimaryColumn({ type: 'varchar', length: 255 })
  value!: string;

  @Column({ type: 'integer' })
  position!: number;
}
