import type { Database } from '../../src/database/database.js';

export interface TableSize {
  readonly rows: number;
  /** The size with indexes. */
  readonly bytes: number;
  readonly indexBytes: number;
}

/** How a table may grow over the years. */
export type Growth = 'bounded' | 'with what users make' | 'with runs';

/**
 * Tables that are kept forever grow with their subject. docs/capacity.md gives the rates. All other tables are bounded.
 */
const GROWING: Readonly<Record<string, Growth>> = {
  ...Object.fromEntries(
    ['app', 'app_group', 'app_group_member', 'custom_event', 'audience_group', 'push', 'push_translation', 'tag'].map(
      (table) => [table, 'with what users make' as const],
    ),
  ),
  ...Object.fromEntries(
    [
      'scheduler',
      'scheduler_filter',
      'scheduler_slot',
      'user_account',
      'api_key',
      'member',
      'campaign_draft',
      'media',
      'media_use',
      'message_template',
      'attribute_definition',
      'end_user',
      'segment',
      'segment_reference',
      'zone_clocks',
    ].map((table) => [table, 'with what users make' as const]),
  ),
  run: 'with runs',
  run_total: 'with runs',
  run_failure: 'with runs',
  batch_count: 'with runs',
};

/** One row per day and application, for two years. */
const SLOW_TO_FILL = ['device_count', 'audit_entry'];

export const growthOf = (table: string): Growth => GROWING[table] ?? 'bounded';

export type TableSizes = ReadonlyMap<string, TableSize>;

/** The sizes of every table. On MySQL the bytes come from its statistics. */
export const readTableSizes = async (database: Database): Promise<TableSizes> => {
  const sizes = new Map<string, TableSize>();
  const bytes = database.dialect.name === 'sqlite' ? await sqliteBytes(database) : await mysqlBytes(database);
  for (const [table, size] of bytes) {
    const [row] = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
    sizes.set(table, { rows: Number(row?.n), ...size });
  }
  return sizes;
};

type Bytes = Map<string, Pick<TableSize, 'bytes' | 'indexBytes'>>;

const sqliteBytes = async (database: Database): Promise<Bytes> => {
  const rows = await database.query<{ name: string; bytes: number; indexes: number }>(
    `SELECT m.tbl_name AS name, SUM(s.pgsize) AS bytes,
       SUM(CASE WHEN m.type = 'index' AND m.name NOT LIKE 'sqlite_autoindex%' THEN s.pgsize ELSE 0 END) AS indexes
     FROM dbstat s JOIN sqlite_master m ON m.name = s.name
     WHERE m.tbl_name NOT LIKE 'sqlite_%' GROUP BY m.tbl_name ORDER BY m.tbl_name`,
  );
  return new Map(rows.map((row) => [row.name, { bytes: Number(row.bytes), indexBytes: Number(row.indexes) }]));
};

const mysqlBytes = async (database: Database): Promise<Bytes> => {
  const tables = await database.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  for (const { name } of tables) await database.query(`ANALYZE TABLE ${name}`);
  const rows = await database.query<{ name: string; bytes: number; indexes: number }>(
    `SELECT table_name AS name, data_length + index_length AS bytes, index_length AS indexes
     FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name`,
  );
  return new Map(rows.map((row) => [row.name, { bytes: Number(row.bytes), indexBytes: Number(row.indexes) }]));
};

/** Tables that should have stopped growing but have not: they have over 5 % and a few rows more than before. */
export const stillGrowing = (earlier: TableSizes, later: TableSizes): string[] =>
  [...later].flatMap(([table, { rows }]) => {
    if (growthOf(table) !== 'bounded' || SLOW_TO_FILL.includes(table)) return [];
    const before = earlier.get(table)?.rows ?? 0;
    return rows > before * 1.05 + 10 ? [`${table}: ${before} → ${rows} rows`] : [];
  });
