import { escape as quote } from 'mysql2';
import type { StoredValue, Table, TableColumn } from '../entities/table.js';
import { dialectOf, execute, type Tx } from './database.js';
import type { UpsertClause } from './dialect.js';
import type { SqlFragment } from './sql.js';
import { type WriteResult, writeEachRow } from './tx-statements.js';

/** The action of an insert on a row whose key exists: it skips the row, or updates it. By default the insert fails. */
export type OnClash = 'ignore' | UpsertClause;

/** The columns for a SELECT, in the order of the entity. @param alias the table's alias in the statement. */
export const selectList = ({ columns }: Pick<Table<never>, 'columns'>, alias?: string): string =>
  columns.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');

/** Inserts one row. `insertId` is its id where the database numbers the rows. */
export const insertRow = <Row extends object>(
  tx: Tx,
  table: Table<Row>,
  row: NoInfer<Row>,
  onClash?: OnClash,
): Promise<WriteResult> => {
  const { begin, end } = insertParts(tx, targetOf(table, onClash));
  const values = toValues(table, row);
  return execute(tx, `${begin} VALUES (${values.map(() => '?').join(', ')}) ${end}`, values);
};

/** Inserts any number of rows. */
export const insertRows = <Row extends object>(
  tx: Tx,
  table: Table<Row>,
  rows: readonly NoInfer<Row>[],
  onClash?: OnClash,
): Promise<void> =>
  writeRows(
    tx,
    targetOf(table, onClash),
    rows.map((row) => toValues(table, row)),
  );

export interface Selected<Row> {
  /** An expression for every column. */
  readonly values: { readonly [Property in keyof Row]: SqlFragment };
  /** The clause after FROM. */
  readonly from: SqlFragment;
  readonly onClash?: OnClash;
}

/** Inserts the rows that a SELECT finds. */
export const insertSelected = <Row>(tx: Tx, table: Table<Row>, { values, from, onClash }: Selected<Row>) =>
  insertExpressions(
    tx,
    targetOf(table, onClash),
    table.written.map(({ property }) => values[property]),
    from,
  );

export interface Copied<Row> {
  /** The columns that differ in the copy; every other column is copied. */
  readonly set: { readonly [Property in keyof Row]?: SqlFragment };
  /** The clause after FROM, in which the rows to copy have the alias `o`. */
  readonly from: SqlFragment;
}

/** Copies rows of a table into the same table. */
export const copyRows = <Row>(tx: Tx, table: Table<Row>, { set, from }: Copied<Row>): Promise<WriteResult> =>
  insertExpressions(
    tx,
    targetOf(table),
    table.written.map(({ property, name }) => set[property] ?? { sql: `o.${name}`, parameters: [] }),
    from,
  );

/** A value as an expression. */
export const parameter = (value: StoredValue): SqlFragment => ({ sql: '?', parameters: [value] });

export interface RowTarget {
  readonly table: string;
  readonly columns: readonly string[];
  readonly onClash?: OnClash | undefined;
}

/** Well below the smallest `max_allowed_packet` that a server comes with, 4 MiB. */
const STATEMENT_CHARACTERS = 1_000_000;

/**
 * Inserts rows whose values are in the order of `columns`, for columns that no entity declares. SQLite is fastest with
 * one prepared statement per row; MySQL gets as many rows as fit into a statement.
 */
export const writeRows = async (tx: Tx, target: RowTarget, rows: readonly SqlRow[]): Promise<void> => {
  if (rows.length === 0) return;
  const { begin, end } = insertParts(tx, target);
  if (dialectOf(tx).name === 'sqlite') {
    await writeEachRow(tx, `${begin} VALUES (${target.columns.map(() => '?').join(', ')}) ${end}`, rows);
    return;
  }
  for (let next = 0; next < rows.length; ) {
    let values = '';
    for (; next < rows.length && values.length < STATEMENT_CHARACTERS; next += 1) {
      values += `${values === '' ? '' : ','}(${toLiterals(rows[next] ?? [])})`;
    }
    await execute(tx, `${begin} VALUES ${values} ${end}`);
  }
};

export type SqlRow = readonly StoredValue[];

const targetOf = ({ name, written }: Table<never>, onClash?: OnClash): RowTarget => ({
  table: name,
  columns: written.map((column: TableColumn) => column.name),
  onClash,
});

/** Returns the parts of the statement before and after its values. */
const insertParts = (tx: Tx, { table, columns, onClash }: RowTarget): { begin: string; end: string } => {
  const insert = onClash === 'ignore' ? dialectOf(tx).insertIgnore : 'INSERT INTO';
  return {
    begin: `${insert} ${table} (${columns.join(', ')})`,
    end: onClash === undefined || onClash === 'ignore' ? '' : onClash,
  };
};

const insertExpressions = (
  tx: Tx,
  target: RowTarget,
  expressions: readonly SqlFragment[],
  from: SqlFragment,
): Promise<WriteResult> => {
  const { begin, end } = insertParts(tx, target);
  const selected = expressions.map(({ sql }) => sql).join(', ');
  const parameters = [...expressions, from].flatMap((part) => part.parameters);
  return execute(tx, `${begin} SELECT ${selected} FROM ${from.sql} ${end}`, parameters);
};

/** The values of a row in the order of `written`. */
export const toValues = <Row extends object>({ written }: Table<Row>, row: Row): StoredValue[] => {
  const values: StoredValue[] = [];
  for (const { property, toStored } of written) values.push(toStored(row[property]));
  return values;
};

const toLiterals = (row: SqlRow): string => {
  let text = '';
  for (const value of row) text += text === '' ? toLiteral(value) : `,${toLiteral(value)}`;
  return text;
};

const toLiteral = (value: StoredValue): string => {
  if (value === null) return 'NULL';
  return typeof value === 'string' || Buffer.isBuffer(value) ? quote(value) : String(value);
};
