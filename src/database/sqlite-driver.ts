import { createRequire } from 'node:module';

/** The part of `node:sqlite` that we use. Before Node 24, `@photostructure/sqlite` provides the same API. */
interface SyncStatement extends ReadStatement {
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  /** `node:sqlite` lacks it: closing a database there finalizes its statements. */
  finalize?(): void;
}
interface SyncDatabase {
  prepare(sql: string): SyncStatement;
  exec(sql: string): void;
  close(): void;
}
type SyncDatabaseConstructor = new (path: string, options: { readOnly?: boolean; timeout?: number }) => SyncDatabase;

/** Limits the cache, since statements with lists differ by the length of the list. */
const MAX_PREPARED = 200;

const loadSyncDatabase = (): SyncDatabaseConstructor => {
  const require = createRequire(import.meta.url);
  const builtIn = Number.parseInt(process.versions.node, 10) >= 24;
  return require(builtIn ? 'node:sqlite' : '@photostructure/sqlite').DatabaseSync;
};

/** The API that TypeORM's `better-sqlite3` driver expects, on top of `node:sqlite`. Booleans and dates are bound as integers. */
export class SqliteDriver {
  private readonly database: SyncDatabase;
  private readonly reads = new Map<string, PreparedRead>();
  private readonly writes = new Map<string, SyncStatement>();
  private readonly statements = new Set<WeakRef<SyncStatement>>();
  private readonly collected = new FinalizationRegistry<WeakRef<SyncStatement>>((ref) => this.statements.delete(ref));

  constructor(path: string, options: { readonly?: boolean; timeout?: number }) {
    const DatabaseSync = loadSyncDatabase();
    this.database = new DatabaseSync(path, { readOnly: options.readonly ?? false, timeout: options.timeout ?? 5_000 });
  }

  prepare(sql: string) {
    // A deferred transaction that upgrades later can fail with SQLITE_BUSY at once; an immediate one waits its turn.
    const statement = this.open(sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql);
    return {
      reader: statement.columns().length > 0,
      all: (...parameters: unknown[]) => statement.all(...parameters.map(toBindable)),
      run: (...parameters: unknown[]) => statement.run(...parameters.map(toBindable)),
      iterate: (...parameters: unknown[]) => statement.iterate(...parameters.map(toBindable)),
    };
  }

  /** One write in plain SQL, prepared once. */
  write(sql: string, parameters: readonly unknown[]): { affected: number; insertId: number } {
    const statement = this.writeOf(sql);
    const { changes, lastInsertRowid } = statement.run(...parameters.map(toBindable));
    return { affected: Number(changes), insertId: Number(lastInsertRowid) };
  }

  /** Runs one write for each row. Values are bound without conversion. */
  writeEach(sql: string, rows: readonly (readonly unknown[])[]): void {
    const statement = this.writeOf(sql);
    for (const row of rows) statement.run(...row);
  }

  /** One read in plain SQL, prepared once. */
  readAll(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.readOf(sql).objects(parameters.map(toBindable));
  }

  /** Reads rows as arrays. */
  readRows(sql: string, parameters: readonly unknown[]): unknown[][] {
    return this.readOf(sql).rows(parameters.map(toBindable));
  }

  pragma(text: string): void {
    this.open(`PRAGMA ${text}`).all();
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  /** Finalizes every statement first: SQLite keeps a connection with a statement open, and its log file with it. */
  close(): void {
    for (const ref of this.statements) ref.deref()?.finalize?.();
    this.database.close();
  }

  private open(sql: string): SyncStatement {
    const statement = this.database.prepare(sql);
    const ref = new WeakRef(statement);
    this.statements.add(ref);
    this.collected.register(statement, ref);
    return statement;
  }

  private writeOf(sql: string): SyncStatement {
    return this.writes.get(sql) ?? this.remember(this.writes, sql, this.open(sql));
  }

  private readOf(sql: string): PreparedRead {
    return this.reads.get(sql) ?? this.remember(this.reads, sql, new PreparedRead(this.open(sql)));
  }

  private remember<T>(statements: Map<string, T>, sql: string, statement: T): T {
    statements.set(sql, statement);
    const [oldest] = statements.keys();
    if (statements.size > MAX_PREPARED && oldest !== undefined) statements.delete(oldest);
    return statement;
  }
}

const toBindable = (value: unknown): unknown => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  return value === undefined ? null : value;
};

/** The part of a statement of `node:sqlite` that reads need. */
interface ReadStatement {
  all(...parameters: unknown[]): unknown[];
  columns(): readonly { readonly name: string }[];
  /** Node before 22.16 lacks it. */
  setReturnArrays?(enabled: boolean): void;
}

/** Reads rows as arrays and names the values here; reading objects from SQLite took 50 % longer. */
class PreparedRead {
  private names: readonly string[];

  constructor(private readonly statement: ReadStatement) {
    statement.setReturnArrays?.(true);
    this.names = columnNames(statement);
  }

  /** Values in the order of the columns. */
  rows(parameters: readonly unknown[]): unknown[][] {
    const found = this.statement.all(...parameters);
    return (this.statement.setReturnArrays ? found : found.map((row) => Object.values(row as object))) as unknown[][];
  }

  objects(parameters: readonly unknown[]): object[] {
    if (!this.statement.setReturnArrays) return this.statement.all(...parameters) as object[];
    const found = this.rows(parameters);
    // SQLite re-prepares a statement after another process has changed the tables.
    if (found[0] && found[0].length !== this.names.length) this.names = columnNames(this.statement);
    return found.map((row) => toObject(this.names, row));
  }
}

const columnNames = (statement: ReadStatement): readonly string[] => statement.columns().map(({ name }) => name);

const toObject = (names: readonly string[], values: readonly unknown[]): object => {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const name of names) row[name] = values[index++];
  return row;
};
