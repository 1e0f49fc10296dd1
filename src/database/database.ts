import { createHash } from 'node:crypto';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { keepToOwner } from '../own-files.js';
import { type OutboxNote, type OutboxNotes, takeOutboxNotes } from './commit-notes.js';
import { createDataSource, MIGRATION_TABLE } from './data-source.js';
import { type Dialect, dialectFor } from './dialect.js';
import { type LongReadOptions, LongReads } from './long-reads/long-reads.js';
import { Mutex } from './mutex.js';
import { allowingSilence, prepareSessions } from './mysql-sessions.js';
import { createPlainReader, type PlainReader } from './plain-reader.js';
import { retry } from './retry.js';
import { StatementLog } from './statement-log.js';
import { readPlain, type WriteResult, writePlain } from './tx-statements.js';
import { type MigrationWatch, watchedMigrations } from './watched-migrations.js';
import { WriteWatch } from './write-watch.js';

/** An entity manager inside a transaction: what writes takes one first. */
export type Tx = EntityManager & { readonly __transaction: true };

const MAX_TRIES = 8;
const MAX_TURNS = 40;
const TURN_MS = 150;
const MIGRATION_TURN_S = 120;

/** Another process has been migrating for longer than this one waits at a time. */
class OthersMigrate extends Error {
  readonly code = 'OTHERS_MIGRATE';
  constructor() {
    super(`another process has been bringing this database up to date for more than ${MIGRATION_TURN_S} seconds`);
  }
}

const refuse = async (): Promise<never> => {
  throw new Error('the database is not open');
};
const UNOPENED: PlainReader = { query: refuse, rows: refuse };

/** The connection to SQLite or MySQL: reads, and the only way into a transaction. */
export class Database {
  readonly dialect: Dialect;
  readonly statements = new StatementLog();
  /** Hears after a commit whose outbox has grown by it; returns at once and never throws. */
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

  /** Opens the connections; the SQLite file and its folder are made if missing. */
  async open(): Promise<void> {
    if (this.config.kind === 'sqlite') await keepToOwner(this.config.path);
    await this.takingTurns(() => this.writer.initialize());
    if (this.dialect.name === 'mysql') await prepareSessions(this.writer);
    if (this.readSource !== this.writer) await this.readSource.initialize();
    this.plainReader = createPlainReader(this.readSource);
  }

  /** Brings the tables up to date. One process does it while the others wait. */
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

  /** Waits one second at a time, so that SIGTERM ends the wait. */
  private async takeMigrationTurn(runner: QueryRunner): Promise<void> {
    for (let second = 0; second < MIGRATION_TURN_S; second += 1) {
      this.migrationWatch.signal?.throwIfAborted();
      const [turn] = await runner.query('SELECT GET_LOCK(?, 1) AS taken', [this.migrationLock]);
      if (Number(turn?.taken) === 1) return;
    }
    throw new OthersMigrate();
  }

  /**
   * Locks are the server's, so each database has its own: two installations on one server do not wait for one another. A
   * name of a lock has at most 64 characters. Hashed here, since MySQL knows no MD5() from 9.6 on; with
   * MD5 still, so that processes of releases before wait for the same lock.
   */
  private get migrationLock(): string {
    const name = this.config.kind === 'mysql' ? this.config.database : '';
    return `pushgraph-migrate-${createHash('md5').update(name).digest('hex')}`;
  }

  /** In one transaction, in which alone it is asked what there is to do: another process may just have done it. */
  private async migrateSqlite(): Promise<void> {
    const runner = this.writer.createQueryRunner();
    try {
      await runner.startTransaction();
      await this.writer.runMigrations({ transaction: 'none' });
      await runner.commitTransaction();
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** Undoes every migration: empties the database. For tests of the way down. */
  async migrateDown(): Promise<void> {
    const options = { transaction: this.dialect.name === 'sqlite' ? 'each' : 'none' } as const;
    const executed: unknown[] = await this.writer.query(`SELECT id FROM ${MIGRATION_TABLE}`);
    for (const _ of executed) await this.writer.undoLastMigration(options);
  }

  hasPendingMigrations(): Promise<boolean> {
    return this.writer.showMigrations();
  }

  /** Names of those that were carried out, whichever release knows them; none on an empty database. */
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

  /** Committed data. Never write through it. */
  get reader(): EntityManager {
    return this.readSource.manager;
  }

  /** One read in plain SQL; parameters are `?`. */
  query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.logQuery(sql);
    return this.plainReader.query(sql, parameters) as Promise<Row[]>;
  }

  /** The same, each row an array in the order of its columns: for reads of very many, to which names cost as much. */
  rows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.logQuery(sql);
    return this.plainReader.rows(sql, parameters) as Promise<Row[]>;
  }

  /**
   * The same for what may take long, such as counts of devices: on SQLite such a read would stop this process, so a
   * process of its own carries it out, and sees what has been committed before. A bounded number at once, each within a
   * bounded time. Passing messages costs more than a short read does. @param userId who wants to know.
   */
  longRead<Row>(userId: number, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.logQuery(sql);
    return this.longReads.read(userId, { sql, parameters }) as Promise<Row[]>;
  }

  /**
   * One transaction (READ COMMITTED on MySQL); `work` may run again after a deadlock, so it must have no other effect.
   * SQLite has one connection for writing, and two transactions on it would nest: they wait for each other here.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.dialect.name === 'sqlite') {
      return this.mutex.run(() => this.commit(work));
    }
    return this.retrying(() => this.commit(work));
  }

  /** Why the database takes no writes, as on a full disk; null: nothing is known against it. */
  findWriteTrouble(): Promise<string | null> {
    return this.writes.find();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    await this.longReads.close();
    await this.mutex.run(async () => {
      if (this.readSource !== this.writer) await closeSource(this.readSource);
      if (this.dialect.name === 'sqlite') await emptyLog(this.writer);
      await closeSource(this.writer);
    });
  }

  /**
   * Of processes that start on one SQLite file at once, one makes the tables; the others find the file locked, or a
   * table that was not there a moment ago. They look again, and then find everything done.
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

  private retrying<T>(work: () => Promise<T>): Promise<T> {
    const isWorthIt = (error: unknown): boolean => this.dialect.isTransient(error);
    return retry(work, { tries: MAX_TRIES, isWorthIt, pauseMs: (attempt) => Math.random() * 10 * 2 ** attempt });
  }
}

/**
 * SQLite ends a transaction by itself where its disk is full. TypeORM, whose runner is one for all there, fails to end it
 * once more, counts on, and takes every later transaction for a part of this one: none of them would be committed.
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
 * Copies the write-ahead log into the file, so that the file alone is the database. SQLite does this on close only when
 * every statement is finalized, which the driver does not guarantee.
 */
const emptyLog = async (writer: DataSource): Promise<void> => {
  if (writer.isInitialized) await writer.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
};

/** Where opening failed half-way, its pool is there all the same, and TypeORM does not end it. */
const closeSource = async (source: DataSource): Promise<void> => {
  if (source.isInitialized) await source.destroy();
  else await source.driver.disconnect().catch(() => undefined);
};

/** One write in plain SQL inside a transaction. */
export const execute = (tx: Tx, sql: string, parameters: readonly unknown[] = []): Promise<WriteResult> =>
  writePlain(tx, sql, parameters);

/** One read in plain SQL that sees this transaction's own writes. */
export const select = <Row>(tx: Tx, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> =>
  readPlain(tx, sql, parameters) as Promise<Row[]>;

/** `(?, ?), (?, ?)` for a bulk insert of `rows` rows with `columns` columns. */
export const placeholders = (rows: number, columns: number): string => {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  return Array(rows).fill(row).join(', ');
};
