/** A bar chart of figures that were measured: what `--save` keeps of a benchmark, and `draw-charts.ts` draws. */
export interface Chart {
  readonly title: string;
  /** Of all values: `ms`, `messages/s`. */
  readonly unit: string;
  /** A line that bars are to stay below, or to reach. */
  readonly target?: number;
  readonly groups: readonly BarGroup[];
}

export interface BarGroup {
  /** Above its bars; empty: there is but one group. */
  readonly name: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly name: string;
  readonly value: number;
}

/** What a benchmark answers besides its report: charts, and all its figures under names of its own. */
export interface Measured {
  readonly charts: readonly Chart[];
  readonly [figures: string]: unknown;
}

/** A group with a bar for each row. */
export const bars = <Row>(
  name: string,
  rows: readonly Row[],
  bar: (row: Row) => readonly [name: string, value: number],
): BarGroup => ({ name, bars: rows.map((row) => toBar(...bar(row))) });

const toBar = (name: string, value: number): Bar => ({ name, value });

/** Of a database, as charts name it. */
export const databaseName = (kind: string): string => ({ sqlite: 'SQLite', mysql: 'MariaDB' })[kind] ?? kind;
