import { dialectOf, execute, type Tx } from './database.js';
import { writeEachRow } from './tx-statements.js';

export interface RowUpdate {
  readonly table: string;
  /** Columns with whole numbers that identify a row. */
  readonly key: readonly string[];
  readonly set: Readonly<Record<string, 'text' | 'number'>>;
}

/** Well below the smallest `max_allowed_packet` that a server comes with, 4 MiB. */
const STATEMENT_CHARACTERS = 1_000_000;

/**
 * Gives each row its own values. SQLite is fastest with one prepared statement per row; MySQL gets as many rows as fit
 * into a statement.
 * @param rows the values of the key, then of `set`, in their order.
 */
export const updateRows = async (
  tx: Tx,
  update: RowUpdate,
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> => {
  if (rows.length === 0) return;
  const { table, key, set } = update;
  const columns = Object.keys(set);
  if (dialectOf(tx).name === 'sqlite') {
    const sql = `UPDATE ${table} SET ${columns.map(toSet).join(', ')} WHERE ${key.map(toSet).join(' AND ')}`;
    const ordered = rows.map((row) => [...row.slice(key.length), ...row.slice(0, key.length)]);
    return writeEachRow(tx, sql, ordered);
  }
  const sql = mysqlUpdate(update);
  for (let next = 0; next < rows.length; ) {
    const part: string[] = [];
    for (let length = 0; next < rows.length && length < STATEMENT_CHARACTERS; next += 1) {
      const text = JSON.stringify(rows[next]);
      part.push(text);
      length += text.length;
    }
    await execute(tx, sql, [`[${part.join(',')}]`]);
  }
};

const toSet = (column: string): string => `${column} = ?`;

const MYSQL_TYPES = { number: 'BIGINT', text: 'LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' } as const;

/** `STRAIGHT_JOIN` reads the new values first. Otherwise the server may read the whole table. */
const mysqlUpdate = ({ table, key, set }: RowUpdate): string => {
  const columns = [...key.map((name) => [name, 'number'] as const), ...Object.entries(set)];
  const read = columns.map(([name, type], index) => `${name} ${MYSQL_TYPES[type]} PATH '$[${index}]'`);
  const on = key.map((name) => `t.${name} = v.${name}`).join(' AND ');
  const changes = Object.keys(set).map((name) => `t.${name} = v.${name}`);
  return `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (${read.join(', ')})) v STRAIGHT_JOIN ${table} t ON ${on}
    SET ${changes.join(', ')}`;
};
