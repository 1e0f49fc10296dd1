import { groupBy } from '../collections.js';
import { dialectOf, execute, type Tx } from './database.js';
import type { SqlFragment } from './sql.js';
import { writeEachRow } from './tx-statements.js';

type Row = readonly (string | number | null)[];

export interface RowUpdate {
  readonly table: string;
  /** Columns with whole numbers that identify a row. */
  readonly key: readonly string[];
  readonly set: readonly string[];
}

/** Well below the smallest `max_allowed_packet` that a server comes with, 4 MiB. */
const STATEMENT_CHARACTERS = 1_000_000;

/** FIELD compares with one id after another. */
const ROWS = 500;

/**
 * Gives each row its own values. SQLite is fastest with one prepared statement per row; MySQL gets as many rows as fit
 * into a statement.
 * @param rows the values of the key, then of `set`, in their order.
 */
export const updateRows = async (tx: Tx, update: RowUpdate, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  const { table, key, set } = update;
  if (dialectOf(tx).name === 'sqlite') {
    const sql = `UPDATE ${table} SET ${set.map(toSet).join(', ')} WHERE ${key.map(toSet).join(' AND ')}`;
    const ordered = rows.map((row) => [...row.slice(key.length), ...row.slice(0, key.length)]);
    return writeEachRow(tx, sql, ordered);
  }
  for (const group of groupBy(rows, (row) => row.slice(0, key.length - 1).join(' ')).values()) {
    for (let next = 0; next < group.length; ) {
      const part: Row[] = [];
      for (let length = 0; next < group.length && part.length < ROWS && length < STATEMENT_CHARACTERS; next += 1) {
        const row = group[next] ?? [];
        part.push(row);
        length += row.reduce<number>((sum, value) => sum + String(value).length, 0);
      }
      const { sql, parameters } = mysqlUpdate(update, part);
      await execute(tx, sql, parameters);
    }
  }
};

const toSet = (column: string): string => `${column} = ?`;

/**
 * Finds the values of a row by its last key column; all rows have the same other keys. Vitess has no JSON_TABLE over
 * shards.
 */
const mysqlUpdate = ({ table, key, set }: RowUpdate, rows: readonly Row[]): SqlFragment => {
  const others = key.slice(0, -1);
  const [id] = key.slice(-1);
  const ids = rows.map((row) => Number(row[others.length])).join(', ');
  const marks = rows.map(() => '?').join(', ');
  const changes = set.map((column) => `${column} = ELT(FIELD(${id}, ${ids}), ${marks})`);
  const where = [...others.map(toSet), `${id} IN (${ids})`].join(' AND ');
  const values = set.flatMap((_, index) => rows.map((row) => row[key.length + index]));
  return {
    sql: `UPDATE ${table} SET ${changes.join(', ')} WHERE ${where}`,
    parameters: [...values, ...(rows[0] ?? []).slice(0, others.length)],
  };
};
