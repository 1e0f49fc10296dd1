export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
}

/** A text table: the first column is left-aligned, the others right-aligned. */
export const toTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }) => cell(row)))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const toLine = (cells: readonly string[]): string =>
    cells.map((cell, index) => pad(cell, widths[index] ?? 0, index === 0)).join('  ');
  const [head = [], ...body] = lines;
  return [toLine(head), widths.map((width) => '─'.repeat(width)).join('  '), ...body.map(toLine)].join('\n');
};

const pad = (text: string, width: number, left: boolean): string => (left ? text.padEnd(width) : text.padStart(width));
