import type { Database } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import type { Timeline } from '../../schedule/zone-timeline.js';
import type { SourceColumn } from './measure.js';

/** The campaign, push or other object that one row of a report is about. */
export interface ReportSubject {
  /** null: it was deleted or never had a name. */
  readonly name: string | null;
  /** The start of a run or a day. */
  readonly startsAt?: Date;
}

/** A way to divide the counts of a report into rows. */
export interface Dimension {
  readonly name: string;
  /** A sentence for the graph. */
  readonly description: string;
  /** The columns that a source must have; measures of other sources are unknown. */
  readonly needs: readonly SourceColumn[];
  /** More tables for the key, in SQL. */
  join?(context: KeyContext): string;
  /** The key of a row in SQL: of `r`, a run, and the columns of the source that it needs. */
  key(context: KeyContext): string;
  /** The type of a row's global id; null: rows are no objects of the graph. */
  readonly nodeType: 'App' | 'Category' | 'Push' | 'Run' | 'Scheduler' | null;
  /** Whether rows come in the order of their keys unless the caller chooses another. */
  readonly isOrdered: boolean;
  /** Reads the objects of the rows of one page. @param timeline of the period */
  describe(keys: readonly string[], context: DimensionContext): Promise<ReadonlyMap<string, ReportSubject>>;
}

export interface KeyContext {
  readonly dialect: Dialect;
  readonly timeline: Timeline;
  /** The column in SQL. */
  column(name: SourceColumn): string;
}

export interface DimensionContext {
  readonly database: Database;
  readonly userId: number;
  readonly timeline: Timeline;
}
