import type { QueryRunner } from 'typeorm';

/**
 * Column types by neutral names, so that one DDL text serves both databases:
 * `{serial}` `{int}` `{long}` `{bool}` `{text}` `{real}` `{bytes}`, `{str N}` case-insensitive on MySQL,
 * `{key N}` compared byte by byte, `{ascii N}` byte by byte and ASCII only.
 */
const TYPES = {
  sqlite: {
    serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    int: 'INTEGER',
    long: 'INTEGER',
    bool: 'INTEGER',
    text: 'TEXT',
    real: 'REAL',
    bytes: 'BLOB',
    str: () => 'TEXT',
    key: () => 'TEXT',
    ascii: () => 'TEXT',
  },
  mysql: {
    serial: 'BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY',
    int: 'INT',
    long: 'BIGINT',
    bool: 'TINYINT(1)',
    text: 'LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
    real: 'DOUBLE',
    bytes: 'LONGBLOB',
    str: (length: string) => `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    key: (length: string) => `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    ascii: (length: string) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`,
  },
} as const;

export interface Table {
  readonly name: string;
  /** Columns and constraints, one per line, with `{type}` words. */
  readonly columns: string;
  readonly indexes?: readonly string[];
  /** Stores rows in the order of the primary key, as InnoDB always does. */
  readonly clustered?: true;
}

export const createTables = async (runner: QueryRunner, tables: readonly Table[]): Promise<void> => {
  for (const table of tables) {
    await runner.query(createTableSql(runner, table));
    for (const index of table.indexes ?? []) await runner.query(index);
  }
};

export const dropTables = async (runner: QueryRunner, tables: readonly Table[]): Promise<void> => {
  for (const table of tables.toReversed()) await runner.query(`DROP TABLE ${table.name}`);
};

/** @param column its name and `{type}`. */
export const addColumn = async (runner: QueryRunner, table: string, column: string): Promise<void> => {
  await runner.query(`ALTER TABLE ${table} ADD COLUMN ${withTypes(runner, column)}`);
};

/** @param column its name and longer `{type}`, of at most 255 bytes. SQLite limits no text. */
export const widenText = async (runner: QueryRunner, table: string, column: string): Promise<void> => {
  if (isMysql(runner)) await runner.query(`ALTER TABLE ${table} MODIFY ${withTypes(runner, column)}`);
};

/** MariaDB would rebuild `retry_send` to add a column while an index has its virtual column. */
export const addColumnToRetries = async (runner: QueryRunner, column: string): Promise<void> => {
  if (isMysql(runner)) await runner.query('DROP INDEX retry_send_claim ON retry_send');
  await addColumn(runner, 'retry_send', column);
  if (isMysql(runner)) await runner.query('CREATE INDEX retry_send_claim ON retry_send (waits_for_origin, due_at)');
};

/** A small slice, so that other writers of these rows hardly wait. */
const ROWS_PER_SLICE = 1_000;

/**
 * Changes rows of a table in use. On MySQL it works in slices, since rows stay locked until the statement ends.
 * @param where must be false for a changed row.
 */
export const updateRows = async (
  runner: QueryRunner,
  { table, set, where }: { table: string; set: string; where: string },
): Promise<void> => {
  const change = `SET ${set} WHERE ${where}`;
  if (!isMysql(runner)) return void (await runner.query(`UPDATE ${table} ${change}`));
  // In key order. With another index, MySQL would lock every matching row before sorting.
  await repeat(runner, `UPDATE ${table} FORCE INDEX (PRIMARY) ${change} ORDER BY id LIMIT ${ROWS_PER_SLICE}`);
};

/** Repeats a slice on MySQL until it changes nothing. Each slice is its own transaction. */
export const repeat = async (runner: QueryRunner, slice: string): Promise<void> => {
  // The query returns `undefined` in dry-run mode.
  while ((await runner.query(slice))?.affectedRows > 0);
};

const createTableSql = (runner: QueryRunner, table: Table): string => {
  const columns = withTypes(runner, table.columns.trim());
  const options = isMysql(runner)
    ? 'ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4'
    : table.clustered
      ? 'WITHOUT ROWID'
      : '';
  return `CREATE TABLE ${table.name} (\n${columns}\n) ${options}`;
};

const withTypes = (runner: QueryRunner, text: string): string => {
  const types = isMysql(runner) ? TYPES.mysql : TYPES.sqlite;
  return text.replace(/\{(\w+)(?: (\d+))?\}/g, (_all, name: keyof typeof types, length = '') => {
    const type = types[name];
    return typeof type === 'string' ? type : type(length);
  });
};

export const isMysql = (runner: QueryRunner): boolean => runner.connection.options.type === 'mysql';
