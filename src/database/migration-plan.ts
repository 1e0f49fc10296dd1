import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../migrations/index.js';
import type { Database } from './database.js';

/** The effect of a statement on concurrent work. */
export const EFFECTS = {
  new: 'creates or fills a table that nothing uses yet',
  instant: 'changes only the description of a table',
  online: 'reads the whole table while others read and write',
  rows: 'changes rows, which stay locked until the statement ends',
  rebuild: 'rewrites the whole table, and writers wait',
} as const;
export type Effect = keyof typeof EFFECTS;

export interface PlannedStatement {
  readonly migration: string;
  readonly sql: string;
  readonly effect: Effect;
  /** Removes or changes something that the previous release may still use. */
  readonly contracts: boolean;
  /** Existing tables that it reads or changes, with their rows (estimated on MySQL). */
  readonly tables: Readonly<Record<string, number>>;
}

export interface MigrationPlan {
  readonly statements: readonly PlannedStatement[];
  /** The number of executed migrations of a later release. */
  readonly unknown: number;
}

/** Returns what `migrate` would do to this database. Changes nothing. */
export const planMigrations = async (database: Database): Promise<MigrationPlan> => {
  const executed = new Set(await database.executedMigrations());
  const rows = await countRows(database);
  const pending = MIGRATIONS.filter(({ name }) => !executed.has(name));
  const statements = await Promise.all(pending.map((migration) => listStatements(migration, database.dialect.name)));
  return {
    statements: statements.flat().map((statement) => ({ ...statement, tables: countsOf(statement.sql, rows) })),
    unknown: executed.size - (MIGRATIONS.length - pending.length),
  };
};

/** Counts pending migrations, and executed migrations of a later release. */
export const countMigrations = async (database: Database): Promise<{ pending: number; unknown: number }> => {
  const executed = new Set(await database.executedMigrations());
  const pending = MIGRATIONS.filter(({ name }) => !executed.has(name)).length;
  return { pending, unknown: executed.size - (MIGRATIONS.length - pending) };
};

/** Lists the statements of a migration, in order. */
export const listStatements = async (
  Migration: new () => MigrationInterface,
  dialect: Database['dialect']['name'],
): Promise<Omit<PlannedStatement, 'tables'>[]> => {
  const texts: string[] = [];
  const type = dialect === 'mysql' ? 'mysql' : 'better-sqlite3';
  await new Migration().up(recorder(type, (sql) => texts.push(sql.replace(/\s+/g, ' ').trim())));
  const made = new Set(texts.flatMap((sql) => /^CREATE TABLE (\w+)/.exec(sql)?.[1] ?? []));
  return texts.map((sql) => ({ migration: Migration.name, sql, ...judge(sql, made, dialect) }));
};

/** Migrations never inspect the database, so they can be planned and are the same everywhere. */
const recorder = (type: string, record: (sql: string) => void): QueryRunner => {
  const query = async (sql: string): Promise<void> => {
    if (/^\s*SELECT/i.test(sql)) throw new Error('A migration that reads cannot be planned.');
    record(sql);
  };
  return { connection: { options: { type } }, query } as unknown as QueryRunner;
};

interface Rule {
  readonly pattern: RegExp;
  readonly effect: Record<Database['dialect']['name'], Effect>;
  readonly contracts?: true;
}

const same = (effect: Effect): Rule['effect'] => ({ sqlite: effect, mysql: effect });

/**
 * The first matching rule counts. Valid from MariaDB 10.6 and MySQL 8.0.29; earlier MySQL rebuilds a table to drop a
 * column. `test/database/migration-plan.test.ts` checks the rules on the server.
 */
const RULES: readonly Rule[] = [
  { pattern: /^CREATE TABLE \w+/, effect: same('new') },
  { pattern: /^DROP TABLE \w+/, effect: same('instant'), contracts: true },
  { pattern: /^CREATE UNIQUE INDEX \w+ ON (\w+)/, effect: same('online'), contracts: true },
  { pattern: /^CREATE INDEX \w+ ON (\w+)/, effect: same('online') },
  { pattern: /^DROP INDEX \w+/, effect: same('instant') },
  {
    pattern: /^ALTER TABLE (\w+) ADD COLUMN (?!.*GENERATED ALWAYS).*NOT NULL(?!.*DEFAULT)/,
    effect: same('rebuild'),
    contracts: true,
  },
  { pattern: /^ALTER TABLE (\w+) ADD COLUMN/, effect: same('instant') },
  {
    pattern: /^ALTER TABLE (\w+) DROP COLUMN/,
    effect: { sqlite: 'rebuild', mysql: 'instant' },
    contracts: true,
  },
  // The statement that `widenText` of src/migrations/ddl.ts executes.
  { pattern: /^ALTER TABLE (\w+) MODIFY \w+ VARCHAR\(/, effect: same('instant') },
  { pattern: /^INSERT INTO (\w+)/, effect: same('rows') },
  { pattern: /^(?:UPDATE|DELETE FROM) (\w+)/, effect: same('rows') },
];

/** An unknown statement counts as the worst case. */
const judge = (sql: string, made: ReadonlySet<string>, dialect: Database['dialect']['name']) => {
  for (const { pattern, effect, contracts = false } of RULES) {
    const found = pattern.exec(sql);
    if (!found) continue;
    if (found[1] !== undefined && made.has(found[1])) return { effect: 'new' as const, contracts: false };
    return { effect: effect[dialect], contracts };
  }
  return { effect: 'rebuild' as const, contracts: true };
};

const countsOf = (sql: string, rows: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...sql.matchAll(/\b(?:TABLE|ON|INTO|UPDATE|FROM|JOIN) (\w+)/g)].flatMap(([, name = '']) => {
      const count = rows.get(name);
      return count === undefined ? [] : [[name, count]];
    }),
  );

const countRows = async (database: Database): Promise<Map<string, number>> => {
  if (database.dialect.name === 'mysql') {
    const rows = await database.query<{ name: string; n: number }>(
      `SELECT table_name AS name, table_rows AS n FROM information_schema.tables
       WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
    );
    return new Map(rows.map(({ name, n }) => [name, Number(n)]));
  }
  const tables = await database.query<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM "${name}"`);
    counts.set(name, Number(row?.n));
  }
  return counts;
};
