import type { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';

/**
 * Replaces the server's SQL mode. Strict mode refuses values that do not fit. NO_BACKSLASH_ESCAPES and ANSI_QUOTES must
 * be off: mysql2 escapes values with backslashes and quotes, so a value could otherwise break out of its literal.
 */
const MODE =
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'";

const READ_COMMITTED = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/** Seconds that a transaction may wait for its client. Ours only wait for the database. */
const MARIADB_SILENCE = 'SET SESSION idle_transaction_timeout = 15';
/** MySQL only limits any silent connection; the pool closes idle ones earlier. */
const MYSQL_SILENCE = 'SET SESSION wait_timeout = 30';

/**
 * Seconds to wait for a row lock on Vitess. No server sees a cycle of locks over two shards, so this limit ends it before
 * Vitess ends both transactions.
 */
const VITESS_LOCK_WAIT = 'SET SESSION innodb_lock_wait_timeout = 3';

/** The pool closes idle connections before the server does, so that no caller gets a dead one. */
export const POOL_IDLE_MS = 15_000;

/**
 * Sets the session variables of every connection of an open MySQL source: SQL mode, isolation, and silence limits.
 * Without a limit, a frozen process keeps its row locks for eight hours, and no other process can take over its batch.
 * The variables are set once per connection, which saves a round trip per transaction. Returns whether it is Vitess.
 */
export const prepareSessions = async (source: DataSource): Promise<{ readonly isVitess: boolean }> => {
  const isMariadb = await source.query(MARIADB_SILENCE).then(
    () => true,
    () => false,
  );
  const statements = [MODE, READ_COMMITTED, isMariadb ? MARIADB_SILENCE : MYSQL_SILENCE];
  const isVitess = !isMariadb && (await hasShards(source));
  if (isVitess) statements.push(VITESS_LOCK_WAIT);
  const pool = poolOf(source);
  pool.on('connection', (connection) => {
    endWhenSilent(pool, connection);
    // Commands are queued, so these run before any other use of the connection.
    for (const statement of statements) {
      connection.query(statement, (error) => {
        if (error) connection.destroy();
      });
    }
  });
  // The connection that opening the source left in the pool.
  pool.once('acquire', (connection) => endWhenSilent(pool, connection));
  for (const statement of statements) await source.query(statement);
  return { isVitess };
};

/** Asks for the shards instead of the version, which operators of Vitess choose. */
const hasShards = (source: DataSource): Promise<boolean> =>
  source.query('SHOW VITESS_SHARDS').then(
    () => true,
    () => false,
  );

const poolOf = ({ driver }: Pick<DataSource, 'driver'>): Pool => (driver as unknown as { pool: Pool }).pool;

/** Longer than a statement waits for a lock (50 s). Other statements are short, except for migrations. */
const SILENCE_MS = 60_000;
/** Pools in which a migration is running, which may be silent for any time. */
const migrating = new WeakSet<Pool>();

/**
 * Ends a silent connection. A firewall that drops a connection without closing it would otherwise block a caller for
 * 15 minutes, until TCP gives up.
 */
const endWhenSilent = (pool: Pool, connection: PoolConnection): void => {
  // mysql2 has no type for the stream. Destroying it informs the pool and the caller.
  const { stream } = connection as unknown as { stream: Socket };
  stream.setTimeout(SILENCE_MS, () => {
    if (migrating.has(pool)) return;
    const error = new Error(`the database has been silent for ${SILENCE_MS / 1_000} s`);
    stream.destroy(Object.assign(error, { code: 'PROTOCOL_CONNECTION_LOST' }));
  });
};

const A_DAY = 86_400;

/** Allows a connection to be silent while it holds the migration lock. */
export const allowingSilence = async (runner: QueryRunner, work: () => Promise<void>): Promise<void> => {
  const pool = poolOf(runner.connection);
  const [session] = await runner.query('SELECT @@SESSION.wait_timeout AS seconds');
  await runner.query(`SET SESSION wait_timeout = ${A_DAY}`);
  migrating.add(pool);
  try {
    await work();
  } finally {
    migrating.delete(pool);
    await runner.query(`SET SESSION wait_timeout = ${Number(session.seconds)}`).catch(() => undefined);
  }
};
