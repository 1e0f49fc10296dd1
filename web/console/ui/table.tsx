import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTranslation } from '../i18n/i18n.js';

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

/** The cell that names its row: a link if it has an address, and a line about it. */
export const NameCell = ({
  href,
  name,
  about,
}: {
  readonly href?: string;
  readonly name: ReactNode;
  readonly about?: ReactNode;
}) => (
  <div className="cell-main">
    {href === undefined ? (
      <span className="cell-name">{name}</span>
    ) : (
      <Link href={href} className="cell-name">
        {name}
      </Link>
    )}
    {about && <span className="cell-about">{about}</span>}
  </div>
);

/** A table. The first cell names the row and should contain a link. */
export const Table = <Row,>({
  label,
  columns,
  rows,
  keyOf,
  actions,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shows the buttons or the menu of a row in its last cell. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
}) => {
  const { t } = useTranslation();
  const all = actions ? [...columns, { name: t('action.actions'), isNameHidden: true, cell: actions }] : columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {all.map(({ name, isNumber, isNameHidden, isMinor }) => (
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
              {all.map(({ name, cell, isNumber, isNameHidden, isMinor }) => (
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
};
