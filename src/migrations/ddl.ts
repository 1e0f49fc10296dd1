import type { QueryRunner } from 'typeorm';

/**
 * Column types by their neutral names, for one text of DDL on both databases:
 * `{serial}` `{int}` `{long}` `{bool}` `{text}` `{bytes}`, `{str N}` compared without regard to case on MySQL,
 * `{key N}` compared byte by byte, `{ascii N}` the same for ASCII alone.
 */
const TYPES = {
  sqlite: {
    serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    int: 'INTEGER',
    long: 'INTEGER',
    bool: 'INTEGER',
    text: 'TEXT',
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
    bytes: 'LONGBLOB',
    str: (length: string) => `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    key: (length: string) => `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    ascii: (length: string) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`,
  },
} as const;

export interface Table {
  readonly name: string;
  /** Columns and constraints, one a line, with `{type}` words. */
  readonly columns: string;
  readonly indexes?: readonly string[];
  /** The rows live in the primary key's order (InnoDB always does that). */
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

/** Few enough that whoever writes one of these rows hardly waits. */
const ROWS_PER_SLICE = 1_000;

/**
 * Changes rows of a table that others write to: on MySQL a slice at a time, since rows stay locked until their statement is
 * through. @param where no longer true of a row that has been changed
 */
export const updateRows = async (
  runner: QueryRunner,
  { table, set, where }: { table: string; set: string; where: string },
): Promise<void> => {
  const change = `SET ${set} WHERE ${where}`;
  if (!isMysql(runner)) return void (await runner.query(`UPDATE ${table} ${change}`));
  // In the order of the key: by another index all that it finds would be locked before it is sorted.
  await repeat(runner, `UPDATE ${table} FORCE INDEX (PRIMARY) ${change} ORDER BY id LIMIT ${ROWS_PER_SLICE}`);
};

/** Carries out a slice on MySQL until it changes nothing more: each is a transaction of its own. */
export const repeat = async (runner: QueryRunner, slice: string): Promise<void> => {
  // Whoever only plans answers nothing.
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
