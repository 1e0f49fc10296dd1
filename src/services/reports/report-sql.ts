import type { Dialect } from '../../database/dialect.js';
import type { SqlFragment } from '../../database/sql.js';
import type { Timeline } from '../../schedule/zone-timeline.js';
import type { Dimension } from './dimension.js';
import { MESSAGES, type Measure, type ReportSource, type SourceColumn } from './measure.js';
import type { ReportPeriod } from './report-period.js';

/** Narrows a report; null: everything. */
export interface ReportFilter {
  readonly appId: number | null;
  readonly schedulerId: number | null;
  readonly pushId: number | null;
}

export interface ReportScope {
  readonly userId: number;
  readonly period: ReportPeriod;
  readonly where: ReportFilter;
}

interface Grouping {
  readonly dimension: Dimension;
  readonly measures: readonly Measure[];
  readonly dialect: Dialect;
  readonly timeline: Timeline;
  /** A table in SQL instead of the one of `MESSAGES`; null: the statement reads that one. */
  readonly messages: SqlFragment | null;
}

/** Whether the measure can be divided by the dimension, and narrowed by the filter. */
export const isKnownBy = ({ source }: Measure, dimension: Dimension, where: ReportFilter): boolean => {
  const needed = [...dimension.needs, ...filterColumns(where).flatMap(({ column }) => column)];
  return needed.every((column) => source.columns[column] !== undefined);
};

/** Rows of the runs that began in the period, as `g` and one sum per measure. */
export const groupedSql = (scope: ReportScope, grouping: Grouping): SqlFragment => {
  const sources = [...new Set(grouping.measures.map(({ source }) => source))];
  const parts = sources.map((source) => partOf(source, scope, grouping));
  return {
    sql: parts.map(({ sql }) => sql).join(' UNION ALL '),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
};

const partOf = (
  source: ReportSource,
  scope: ReportScope,
  { dimension, measures, dialect, timeline, messages }: Grouping,
): SqlFragment => {
  const sums = measures.map((measure) => {
    const sum = measure.source === source ? `SUM(CASE WHEN ${measure.where} THEN c.count ELSE 0 END)` : '0';
    return `${sum} AS ${measure.name}`;
  });
  const column = columnsOf(source, dialect);
  const context = { dialect, timeline, column };
  const { sql, parameters } = inScope(scope, column);
  const rows = (source === MESSAGES ? messages : null) ?? { sql: source.table, parameters: [] };
  return {
    sql: `SELECT ${dimension.key(context)} AS g, ${sums.join(', ')}
      FROM run r JOIN ${rows.sql} c ON c.run_id = r.id ${dimension.join?.(context) ?? ''} WHERE ${sql} GROUP BY g`,
    parameters: [...rows.parameters, ...parameters],
  };
};

/** Only measures whose source has the column are counted. */
const columnsOf =
  ({ columns }: ReportSource, dialect: Dialect) =>
  (name: SourceColumn): string =>
    columns[name]?.(dialect) ?? 'NULL';

/** The condition on `r`, a run, and a row of a source with these columns. */
export const inScope = (
  { userId, period, where }: ReportScope,
  columnOf: (name: SourceColumn) => string,
): SqlFragment => {
  const ofSource = filterColumns(where);
  const { schedulerId } = where;
  return {
    sql: [
      'r.user_id = ? AND r.due_at >= ? AND r.due_at < ?',
      ...ofSource.map(({ column }) => `${columnOf(column)} = ?`),
      ...(schedulerId === null ? [] : ['r.scheduler_id = ?']),
    ].join(' AND '),
    parameters: [
      ...[userId, period.from.getTime(), period.to.getTime()],
      ...ofSource.map(({ id }) => id),
      ...(schedulerId === null ? [] : [schedulerId]),
    ],
  };
};

export const filterColumns = ({ appId, pushId }: ReportFilter) =>
  (
    [
      { column: 'app_id', id: appId },
      { column: 'push_id', id: pushId },
    ] as const
  ).filter(({ id }) => id !== null);
