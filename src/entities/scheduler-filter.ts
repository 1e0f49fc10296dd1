import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';

/** A scheduler's lists (docs/rules.md#filter-lists), by the names that REST gives them. */
export const FILTER_FIELDS = [
  'app_ids_include',
  'app_ids_exclude',
  'app_groups_include',
  'app_groups_exclude',
  'countries_include',
  'countries_exclude',
  'languages_include',
  'languages_exclude',
  'audiences_include',
  'audiences_exclude',
  'audience_groups_include',
  'audience_groups_exclude',
  'event_include',
  'event_exclude',
  'external_ids',
] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

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

  @PrimaryColumn({ type: 'varchar', length: 32 })
  field!: FilterField | typeof HIDDEN_EXCLUSION;

  /** As the user wrote it; ids in decimal. */
  @PrimaryColumn({ type: 'varchar', length: 255 })
  value!: string;

  @Column({ type: 'integer' })
  position!: number;
}
