import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Unique within the table. */
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns the column to the right. */
  readonly isNumber?: boolean;
  /** Shows the name to screen readers only, for a column of actions. */
  readonly isNameHidden?: boolean;
  /** Hides the column on small screens. */
  readonly isMinor?: boolean;
}

/** A table. The first cell names the row and should contain a link. */
export const Table = <Row,>({
  label,
  columns,
  rows,
  keyOf,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={label} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          {columns.map(({ name, isNumber, isNameHidden, isMinor }) => (
            <th
              key={name}
              scope="col"
              data-number={isNumber || isNameHidden || undefined}
              data-minor={isMinor || undefined}
            >
              {isNameHidden ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, cell, isNumber, isNameHidden, isMinor }) => (
              <td key={name} data-number={isNumber || isNameHidden || undefined} data-minor={isMinor || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
