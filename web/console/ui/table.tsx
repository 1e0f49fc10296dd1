import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** Its name is for screen readers only: what can be done with a row, at the right. */
  readonly isNameHidden?: boolean;
  /** Left out where there is little room. */
  readonly isMinor?: boolean;
}

/** A list as a table. Put a link into the first cell: it is the row's name. */
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
          {columns.map(({ id, name, isNumber, isNameHidden, isMinor }) => (
            <th
              key={id}
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
            {columns.map(({ id, cell, isNumber, isNameHidden, isMinor }) => (
              <td key={id} data-number={isNumber || isNameHidden || undefined} data-minor={isMinor || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
