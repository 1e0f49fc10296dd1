import DataLoader from 'dataloader';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { columnNames, hydrate, type Row } from '../paging/hydrate.js';

/** SQLite takes 32,766 parameters in a statement. */
const IDS_PER_STATEMENT = 10_000;

export interface OwnedEntity<T extends object> {
  readonly entity: new () => T;
  readonly table: string;
  readonly omit?: readonly string[];
}

/** Rows of one user by id, each read once per request; null for what is not there or another's. */
export const loadById = <T extends { id: number }>(
  database: Database,
  userId: number,
  { entity, table, omit = [] }: OwnedEntity<T>,
): DataLoader<number, T | null> =>
  new DataLoader(async (ids) => {
    const list = columnNames(database.reader, entity, omit).join(', ');
    const found = new Map<number, T>();
    for (const part of chunk(ids, IDS_PER_STATEMENT)) {
      const sql = `SELECT ${list} FROM ${table} WHERE user_id = ? AND id IN (${part.map(() => '?').join(', ')})`;
      const rows = await database.query<Row>(sql, [userId, ...part]);
      for (const row of hydrate(database.reader, entity, rows)) found.set(Number(row.id), row);
    }
    return ids.map((id) => found.get(id) ?? null);
  });
