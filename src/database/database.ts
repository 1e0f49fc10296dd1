import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { keepToOwner } from '../own-files.js';
import { type OutboxNote, type OutboxNotes, takeOutboxNotes } from './commit-notes.js';
import { createDataSource, MIGRATION_TABLE } from './data-source.js';
import { type Dialect, dialectFor } from './dialect.js';
import { diskOf } from './disk-space.js';
import { type LongReadOptions, LongReads } from './long-reads/long-reads.js';
import { Mutex } from './mutex.js';
import { allowingSilence, prepareSessions } from './mysql-sessions.js';
import { createPlainReader, type PlainReader } from './plain-reader.js';
import { retry } from './retry.js';
import { StatementLog } from './statement-log.js';
import { readPlain, type WriteResult, writePlain } from './tx-statements.js';
import { type MigrationWatch, watchedMigrations } from './watched-migrations.js';
import { WriteWatch } from './write-watch.js';

/** An entity manager inside a transaction. Every function that writes takes it as its first parameter. */
export type Tx = EntityManager & { readonly __transaction: true };

const MAX_TRIES = 8;
const MAX_TURNS = 40;
const TURN_MS = 150;
const MIGRATION_TURN_S = 120;
const CLOSE_MS = 2_000;

/** Another process has been migrating for longer than one wait. */
class OthersMigrate extends Error {
  readonly code = 'OTHERS_MIGRATE';
  constructor() {
    super(`another process has been migrating this database for more than ${MIGRATION_TURN_S} seconds`);
  }
}

const refuse = async (): Promise<never> => {
  throw new Error('the database is not open');
};
const UNOPENED: PlainReader = { query: refuse, rows: refuse };

/** The connection to SQLite or MySQL. It reads, and it is the only way to open a transaction. */
export class Database {
  readonly dialect: Dialect;
  readonly statements = new StatementLog();
  /** Whether shards may hold the devices; known once it is open. */
  isVitess = false;
  /** Called after a commit with the users whose outbox has grown; must return at once and never throw. */
  onOutbox: (userId: number, written: readonly OutboxNote[]) => void = () => undefined;
  private readonly writer: DataSource;
  private readonly readSource: DataSource;
  private readonly mutex = new Mutex();
  private readonly longReads: LongReads;
  private plainReader: PlainReader = UNOPENED;
  private migrationWatch: MigrationWatch = {};
  private readonly writes: WriteWatch;

  constructor(
    readonly config: DatabaseConfig,
    options: { readonly longReads?: Partial<LongReadOptions> } = {},
  ) {
    this.longReads = new LongReads(config, () => this.plainReader, options.longReads);
    this.dialect = dialectFor(config.kind);
    this.writes = new WriteWatch({
      config,
      dialect: this.dialect,
      trial: (sql, parameters, end) =>
        this.tx(async (tx) => {
          await execute(tx, sql, parameters);
          throw end;
        }),
    });
    const parts = { logger: this.statements, migrations: watchedMigrations(() => this.migrationWatch) };
    this.writer = createDataSource(config, { ...parts, access: 'write' });
    this.readSource = config.kind === 'sqlite' ? createDataSource(config, { ...parts, access: 'read' }) : this.writer;
  }

  /** Opens the connections and creates a missing SQLite file and its folder. */
  async open(): Promise<void> {
    if (this.config.kind === 'sqlite') await keepToOwner(this.config.path);
    await this.takingTurns(() => this.writer.initialize().catch((error) => this.failToOpen(error)));
    if (this.dialect.name === 'mysql') this.isVitess = (await prepareSessions(this.writer)).isVitess;
    if (this.readSource !== this.writer) await this.readSource.initialize();
    this.plainReader = createPlainReader(this.readSource);
  }

  /** SQLite says only that it cannot open a file, even if the disk has no room for one. */
  private async failToOpen(error: unknown): Promise<never> {
    const disk = this.config.kind === 'sqlite' ? await diskOf(this.config.path) : null;
    if (disk?.freeBytes !== 0) throw error;
    throw Object.assign(new Error('the disk of the database is full', { cause: error }), { code: 'ENOSPC' });
  }

  /** Runs pending migrations. One process does it while the others wait. */
  async migrate(watch: MigrationWatch = {}): Promise<void> {
    this.migrationWatch = watch;
    if (this.dialect.name === 'sqlite') {
      await this.takingTurns(() => this.mutex.run(() => this.migrateSqlite()));
      return;
    }
    const runner = this.writer.createQueryRunner();
    try {
      await allowingSilence(runner, async () => {
        await this.takeMigrationTurn(runner);
        await this.writer.runMigrations({ transaction: 'none' });
      });
    } finally {
      await runner.query('SELECT RELEASE_LOCK(?)', [this.migrationLock]).catch(() => undefined);
      await runner.release();
    }
  }

  /** Waits in steps of one second, so that SIGTERM ends the wait. */
  private async takeMigrationTurn(runner: QueryRunner): Promise<void> {
    for (let second = 0; second < MIGRATION_TURN_S; second += 1) {
      this.migrationWatch.signal?.throwIfAborted();
      const [turn] = await runner.query('SELECT GET_LOCK(?, 1) AS taken', [this.migrationLock]);
      // Vitess ignores the name of the column.
      if (Number(Object.values(turn ?? {})[0]) === 1) return;
    }
    throw new OthersMigrate();
  }

  /**
   * Locks belong to the server, so each database has its own name, of at most 64 characters. MySQL 9.6 has no MD5(), so
   * the name is hashed here; it is still MD5 so that earlier releases wait for the same lock.
   */
  private get migrationLock(): string {
    const name = this.config.kind === 'mysql' ? this.config.database : '';
    return `pushgraph-migrate-${createHash('md5').update(name).digest('hex')}`;
  }

  /** Looks for pending migrations inside the transaction, because another process may just have run them. */
  private async migrateSqlite(): Promise<void> {
    const runner = this.writer.createQueryRunner();
    try {
      await runner.startTransaction();
      await this.writer.runMigrations({ transaction: 'none' });
      await runner.commitTransaction();
    } catch (error) {
      await endTransaction(this.writer);
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** Reverts every migration, which empties the database. Only tests use it. */
  async migrateDown(): Promise<void> {
    const options = { transaction: this.dialect.name === 'sqlite' ? 'each' : 'none' } as const;
    const executed: unknown[] = await this.writer.query(`SELECT id FROM ${MIGRATION_TABLE}`);
    for (const _ of executed) await this.writer.undoLastMigration(options);
  }

  hasPendingMigrations(): Promise<boolean> {
    return this.writer.showMigrations();
  }

  /** Returns the names of executed migrations, including migrations of other releases; none on an empty database. */
  async executedMigrations(): Promise<string[]> {
    const runner = this.writer.createQueryRunner();
    try {
      if (!(await runner.hasTable(MIGRATION_TABLE))) return [];
      const rows: { name: string }[] = await runner.query(`SELECT name FROM ${MIGRATION_TABLE} ORDER BY id`);
      return rows.map(({ name }) => name);
    } finally {
      await runner.release();
    }
  }

  /** Reads committed data. Never write through it. */
  get reader(): EntityManager {
    return this.readSource.manager;
  }

  /** Runs one read in plain SQL; parameters are `?`. */
  query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.logQuery(sql);
    return this.plainReader.query(sql, parameters) as Promise<Row[]>;
  }

  /** Reads rows as arrays in the order of their columns, which is faster for very many rows. */
  rows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.logQuery(sql);
    return this.plainReader.rows(sql, parameters) as Promise<Row[]>;
  }

  /**
   * Runs a read that may take long, such as a count of devices. On SQLite it would block this process, so a separate
   * process runs it. Concurrency and time are limited; for short reads the messages cost more than they save.
   * @param userId the user who requests it.
   */
  longRead<Row>(userId: number, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.logQuery(sql);
    return this.longReads.read(userId, { sql, parameters }) as Promise<Row[]>;
  }

  /**
   * Runs one transaction (READ COMMITTED on MySQL). `work` may run again after a deadlock or a lost connection, so it
   * must have no other effects. SQLite has one connection for writing, so transactions wait for each other.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.dialect.name === 'sqlite') {
      return this.mutex.run(() => this.commit(work));
    }
    return this.commitWithRetries(work);
  }

  /** Returns why the database accepts no writes, such as a full disk; null if no problem is known. */
  findWriteTrouble(): Promise<string | null> {
    return this.writes.find();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    await this.longReads.close();
    // A statement that waits for a lock must not keep the process; the server ends it with the connection.
    if (this.dialect.name === 'mysql')
      return Promise.race([closeSource(this.writer), sleep(CLOSE_MS, undefined, { ref: false })]);
    await this.mutex.run(async () => {
      await closeSource(this.readSource);
      await emptyLog(this.writer);
      await closeSource(this.writer);
    });
  }

  /**
   * When processes start together on one SQLite file, one creates the tables. The others find the file locked or a new
   * table, and retry until everything is done.
   */
  private takingTurns(work: () => Promise<unknown>): Promise<unknown> {
    const isWorthIt = (error: unknown): boolean => this.dialect.isTakenByAnother(error);
    return retry(work, { tries: MAX_TURNS, isWorthIt, pauseMs: () => TURN_MS });
  }

  private async commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let grown: OutboxNotes = new Map();
    const writing = this.writer.transaction(async (manager) => {
      const outcome = await work(manager as Tx);
      grown = takeOutboxNotes(manager);
      return outcome;
    });
    const result = await writing.catch(async (error) => {
      this.writes.note(error);
      if (this.dialect.name === 'sqlite') await endTransaction(this.writer);
      throw error;
    });
    for (const [userId, written] of grown) this.onOutbox(userId, written);
    return result;
  }

  /**
   * The server rolls a transaction back when its connection ends, as after a freeze of this process. It runs again, so the
   * messages of a checkpoint are not sent again. Without the answer to COMMIT, nobody knows whether it took place.
   */
  private commitWithRetries<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { dialect } = this;
    let isCommitting = false;
    const attempt = (): Promise<T> => {
      isCommitting = false;
      return this.commit(async (tx) => {
        const outcome = await work(tx);
        isCommitting = true;
        return outcome;
      });
    };
    const isWorthIt = (error: unknown) =>
      dialect.isTransient(error) || (!isCommitting && dialect.endsTransaction(error));
    return retry(attempt, { tries: MAX_TRIES, isWorthIt, pauseMs: (tried) => Math.random() * 10 * 2 ** tried });
  }
}

/**
 * SQLite ends a transaction automatically when the disk is full. TypeORM's shared runner then still counts it as open
 * and nests every later transaction, so none of them would be committed.
 */
const endTransaction = async (writer: DataSource): Promise<void> => {
  const runner = writer.createQueryRunner() as unknown as { transactionDepth: number; isTransactionActive: boolean };
  if (runner.transactionDepth === 0 && !runner.isTransactionActive) return;
  await writer.query('ROLLBACK').catch(() => undefined);
  runner.transactionDepth = 0;
  runner.isTransactionActive = false;
};

export const dialectOf = (tx: Tx): Dialect => dialectFor(tx.connection.options.type === 'mysql' ? 'mysql' : 'sqlite');

/**
 * Copies the write-ahead log into the file, so that the file alone is the database. On close, SQLite does this only if
 * every statement is finalized, which the driver does not guarantee.
 */
const emptyLog = async (writer: DataSource): Promise<void> => {
  if (writer.isInitialized) await writer.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
};

/** Also closes the pool of a source whose opening failed, which TypeORM does not do. */
const closeSource = async (source: DataSource): Promise<void> => {
  if (source.isInitialized) await source.destroy();
  else await source.driver.disconnect().catch(() => undefined);
};

/** Runs one write in plain SQL inside a transaction. */
export const execute = (tx: Tx, sql: string, parameters: readonly unknown[] = []): Promise<WriteResult> =>
  writePlain(tx, sql, parameters);

/** Runs one read in plain SQL that sees this transaction's own writes. */
export const select = <Row>(tx: Tx, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> =>
  readPlain(tx, sql, parameters) as Promise<Row[]>;

/** `(?, ?), (?, ?)` for a bulk insert of `rows` rows with `columns` columns. */
export const placeholders = (rows: number, columns: number): string => {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  return Array(rows).fill(row).join(', ');
};
