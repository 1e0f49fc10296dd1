import DataLoader from 'dataloader';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { columnsToRead, type NeededColumns } from '../columns/needed-columns.js';
import { hydrate, type Row } from '../paging/hydrate.js';

/** SQLite takes 32,766 parameters in a statement. */
const IDS_PER_STATEMENT = 10_000;

export interface OwnedEntity<T extends object> {
  readonly entity: new () => T;
  readonly table: string;
  readonly omit?: readonly string[];
  /** Rows without an owner are there for everybody. */
  readonly shared?: true;
}

/** Rows of one user by id, each read once per request; null for what is not there or another's. */
export const loadById = <T extends { id: number }>(
  database: Database,
  { userId, needed }: { userId: number; needed: NeededColumns | null },
  { entity, table, omit, shared }: OwnedEntity<T>,
): DataLoader<number, T | null> =>
  new DataLoader(async (ids) => {
    const owned = shared ? '(user_id = ? OR user_id IS NULL)' : 'user_id = ?';
    const list = columnsToRead(database.reader, { entity, omit, needed }).join(', ');
    const found = new Map<number, T>();
    for (const part of chunk(ids, IDS_PER_STATEMENT)) {
      const sql = `SELECT ${list} FROM ${table} WHERE ${owned} AND id IN (${part.map(() => '?').join(', ')})`;
      const rows = await database.query<Row>(sql, [userId, ...part]);
      for (const row of hydrate(database.reader, entity, rows)) found.set(Number(row.id), row);
    }
    return ids.map((id) => found.get(id) ?? null);
  });
