/** A bar chart of measured figures: `--save` stores it for a benchmark, and `draw-charts.ts` draws it. */
export interface Chart {
  readonly title: string;
  /** The unit of all values: `ms`, `messages/s`. */
  readonly unit: string;
  /** A line that bars must stay below, or reach. */
  readonly target?: number;
  readonly groups: readonly BarGroup[];
}

export interface BarGroup {
  /** The heading above its bars; empty when there is only one group. */
  readonly name: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly name: string;
  readonly value: number;
}

/** A benchmark's results in addition to its report: charts, and all its figures under its own names. */
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

/** The name of a database in charts. */
export const databaseName = (kind: string): string => ({ sqlite: 'SQLite', mysql: 'MariaDB' })[kind] ?? kind;
