import { paint, print } from './terminal.js';

export interface TableRow {
  readonly label: string;
  readonly cells: readonly number[];
  /** null: a heading without numbers. */
  readonly isGood: boolean | null;
}

const GAP = 2;

/** Numbers are right-aligned, labels left-aligned, with a mark at the end of each row. */
export const printTable = (heads: readonly string[], rows: readonly TableRow[]): void => {
  const labelWidth = Math.max(...rows.map((row) => row.label.length)) + GAP;
  const line = (label: string, cells: readonly string[]): string =>
    `  ${label.padEnd(labelWidth)}${cells.map((cell, index) => cell.padStart(widthOf(heads, index))).join('')}`;
  print(paint(line('', heads), 'dim'));
  for (const { label, cells, isGood } of rows) {
    if (isGood === null) print(paint(`  ${label}`, 'bold'));
    else print(`${line(label, cells.map(show))}  ${isGood ? paint('✓', 'green') : paint('✗', 'red')}`);
  }
};

const widthOf = (heads: readonly string[], index: number): number => Math.max(6, heads[index]?.length ?? 0) + GAP;

const show = (value: number): string => (value === 0 ? '·' : String(value));
