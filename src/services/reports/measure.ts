/** A table with counts of a run as `c`, one or more rows for each run, with the amount in `count`. */
export interface ReportSource {
  readonly table: string;
  /** The columns by which it can be divided, besides its run. */
  readonly columns: readonly SourceColumn[];
}

export type SourceColumn = 'app_id' | 'push_id' | 'language';

export const MESSAGES = {
  table: 'batch_count',
  columns: ['app_id', 'push_id', 'language'],
} as const satisfies ReportSource;

/** Receipts do not say in which language a message was. */
export const RECEIPTS = { table: 'receipt_count', columns: ['app_id', 'push_id'] } as const satisfies ReportSource;

/** Something that reports count. */
export interface Measure {
  /** Its name in the graph and in CSV files, camelCase. */
  readonly name: string;
  /** A sentence for the graph. */
  readonly description: string;
  readonly source: ReportSource;
  /** A condition in SQL on rows of the source, as `c`. */
  readonly where: string;
  /** The measures that together are 100 %; null: a share would mean nothing. */
  readonly shareOf: readonly string[] | null;
}

/** Counts by measure; null: the measure is unknown in this dimension. */
export type ReportValues = Readonly<Record<string, number | null>>;

/** Returns a measure as a share, from 0 to 1; null if nothing was counted or something is unknown. */
export const shareOf = ({ name, shareOf: whole }: Measure, values: ReportValues): number | null => {
  const counted = values[name];
  if (!whole || typeof counted !== 'number') return null;
  const parts = whole.map((part) => values[part]);
  if (parts.some((part) => typeof part !== 'number')) return null;
  const sum = parts.reduce<number>((total, part) => total + Number(part), 0);
  return sum > 0 ? counted / sum : null;
};
