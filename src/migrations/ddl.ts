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

const createTableSql = (runner: QueryRunner, table: Table): string => {
  const mysql = runner.connection.options.type === 'mysql';
  const types = mysql ? TYPES.mysql : TYPES.sqlite;
  const columns = table.columns
    .trim()
    .replace(/\{(\w+)(?: (\d+))?\}/g, (_all, name: keyof typeof types, length = '') => {
      const type = types[name];
      return typeof type === 'string' ? type : type(length);
    });
  const options = mysql ? 'ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4' : table.clustered ? 'WITHOUT ROWID' : '';
  return `CREATE TABLE ${table.name} (\n${columns}\n) ${options}`;
};
