import { escape as quote } from 'mysql2';
import { dialectOf, execute, type Tx } from './database.js';
import { writeEachRow } from './tx-statements.js';

export type SqlValue = string | number | bigint | null;
export type SqlRow = readonly SqlValue[];

export interface RowTarget {
  readonly table: string;
  /** What each row has, in this order. */
  readonly columns: readonly string[];
  /** What becomes of a row whose key is there (`Dialect.upsert`); none: it is an error. */
  readonly onClash?: string;
}

/** Well below the smallest `max_allowed_packet` that a server comes with, 4 MiB. */
const STATEMENT_CHARACTERS = 1_000_000;

/**
 * Inserts any number of rows of one shape: SQLite runs one prepared statement for each, which is its fastest; MySQL gets
 * as many as go into a statement.
 */
export const writeRows = async (
  tx: Tx,
  { table, columns, onClash = '' }: RowTarget,
  rows: readonly SqlRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  const into = `INSERT INTO ${table} (${columns.join(', ')}) VALUES`;
  if (dialectOf(tx).name === 'sqlite') {
    await writeEachRow(tx, `${into} (${columns.map(() => '?').join(', ')}) ${onClash}`, rows);
    return;
  }
  for (let next = 0; next < rows.length; ) {
    let values = '';
    for (; next < rows.length && values.length < STATEMENT_CHARACTERS; next += 1) {
      values += `${values === '' ? '' : ','}(${toLiterals(rows[next] ?? [])})`;
    }
    await execute(tx, `${into} ${values} ${onClash}`);
  }
};

const toLiterals = (row: SqlRow): string => {
  let text = '';
  for (const value of row) text += text === '' ? toLiteral(value) : `,${toLiteral(value)}`;
  return text;
};

const toLiteral = (value: SqlValue): string => {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? quote(value) : String(value);
};
