import type { Database } from '../../database/database.js';
import type { SqlFragment } from '../../database/sql.js';

/** A table whose key begins with `run_id`, and how it is walked: by the values of `leads`, then along `along`. */
export interface WalkedTable {
  readonly table: string;
  readonly leads: readonly string[];
  readonly along: string;
  /** Where the walk begins: beyond this value. */
  readonly after: number;
  /** Rows to a range; a few more where several share the last value. */
  readonly rows: number;
}

/** A condition that the key's index is sought by: it reads the rows that it is about, and no others. */
export type KeyRange = SqlFragment;

/**
 * The rows of one run in ranges of their key. Each begins where the last one ended, so that what has just been deleted,
 * and is not yet cleaned away by InnoDB, is not read again and again.
 */
export const keyRanges = (database: Database, walked: WalkedTable, runId: number): AsyncGenerator<KeyRange> =>
  withLeads(database, walked, { sql: 'run_id = ?', parameters: [runId] }, walked.leads);

async function* withLeads(
  database: Database,
  walked: WalkedTable,
  fixed: KeyRange,
  [lead, ...deeper]: readonly string[],
): AsyncGenerator<KeyRange> {
  if (lead === undefined) {
    yield* along(database, walked, fixed);
    return;
  }
  const seek = `SELECT ${lead} AS edge FROM ${walked.table} WHERE ${fixed.sql} AND ${lead} > ? ORDER BY ${lead} LIMIT 1`;
  for (let value = -1; ; ) {
    const next = await readEdge(database, seek, [...fixed.parameters, value]);
    if (next === null) return;
    value = next;
    const narrowed = { sql: `${fixed.sql} AND ${lead} = ?`, parameters: [...fixed.parameters, value] };
    yield* withLeads(database, walked, narrowed, deeper);
  }
}

async function* along(
  database: Database,
  { table, along: column, after, rows }: WalkedTable,
  fixed: KeyRange,
): AsyncGenerator<KeyRange> {
  const where = `FROM ${table} WHERE ${fixed.sql} AND ${column} > ?`;
  const full = `SELECT ${column} AS edge ${where} ORDER BY ${column} LIMIT 1 OFFSET ${rows - 1}`;
  const last = `SELECT MAX(${column}) AS edge ${where}`;
  for (let from = after; ; ) {
    const parameters = [...fixed.parameters, from];
    const to = (await readEdge(database, full, parameters)) ?? (await readEdge(database, last, parameters));
    if (to === null) return;
    yield { sql: `${fixed.sql} AND ${column} > ? AND ${column} <= ?`, parameters: [...parameters, to] };
    from = to;
  }
}

const readEdge = async (database: Database, sql: string, parameters: readonly unknown[]): Promise<number | null> => {
  const [row] = await database.query<{ edge: number | null }>(sql, parameters);
  return row?.edge === null || row?.edge === undefined ? null : Number(row.edge);
};
