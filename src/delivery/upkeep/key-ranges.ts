import type { Database } from '../../database/database.js';
import type { SqlFragment } from '../../database/sql.js';

/** How a table is walked along its key: by the values of `leads`, then along `along`. */
export interface WalkedTable {
  readonly table: string;
  readonly leads: readonly string[];
  readonly along: string;
  /** The walk begins after this value. */
  readonly after: number;
  /** Rows per range; a few more if several share the last value. */
  readonly rows: number;
}

/** A condition that the index of the key answers without reading other rows. */
export type KeyRange = SqlFragment;

/**
 * The rows of one run in ranges of their key. Each begins where the last one ended: otherwise rows that were just deleted,
 * and that InnoDB has not yet purged, would be read again and again.
 */
export const keyRanges = (database: Database, walked: WalkedTable, runId: number): AsyncGenerator<KeyRange> =>
  withLeads(database, walked, { sql: 'run_id = ?', parameters: [runId] }, walked.leads);

/** The rows of a whole table in ranges of its key, which begins with `leads`. */
export const tableRanges = (database: Database, walked: WalkedTable): AsyncGenerator<KeyRange> =>
  withLeads(database, walked, { sql: '1 = 1', parameters: [] }, walked.leads);

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
