import type { Database } from '../../src/database/database.js';

const TABLES = [
  'app',
  'app_group',
  'app_group_member',
  'custom_event',
  'scheduler',
  'scheduler_filter',
  'scheduler_slot',
  'push',
  'push_translation',
  'id_sequence',
  'idempotency_key',
] as const;

/** The row count of each table in the catalogue, to show that nothing was written. */
export const countRows = async (database: Database): Promise<Record<string, number>> => {
  const counts = TABLES.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`);
  const [row = {}] = await database.query<Record<string, number>>(`SELECT ${counts.join(', ')}`);
  return Object.fromEntries(Object.entries(row).map(([table, count]) => [table, Number(count)]));
};
