import type { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';

/**
 * One mode, whatever the server's is. Strict: what does not fit is refused and never cut. Without NO_BACKSLASH_ESCAPES
 * and ANSI_QUOTES: mysql2 writes values into statements itself, with backslashes and quotes that a server with one of
 * these reads in another way, so that a value could end its literal and go on as SQL.
 */
const MODE =
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'";

const READ_COMMITTED = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/** Seconds that a transaction may wait for its client. Ours are short: none waits for anything but the database. */
const MARIADB_SILENCE = 'SET SESSION idle_transaction_timeout = 15';
/** MySQL knows no such limit, only one for any silent connection: idle ones the pool has closed before. */
const MYSQL_SILENCE = 'SET SESSION wait_timeout = 30';

/** Of the pool: sooner than the server would, so that nobody is handed a connection that has just been ended. */
export const POOL_IDLE_MS = 15_000;

/**
 * Settles for every connection of an open MySQL source what the server's own settings are not to decide: how values in
 * statements are read, what transactions see, and how long one may be silent. A process that freezes, or whose machine or
 * network is gone, in the middle of a transaction keeps its row locks until the server notices: by default after eight
 * hours, in which nobody can take over its batch. Once for each connection: asked for by each transaction, it would be a
 * round trip of each.
 */
export const prepareSessions = async (source: DataSource): Promise<void> => {
  const isMariadb = await source.query(MARIADB_SILENCE).then(
    () => true,
    () => false,
  );
  const statements = [MODE, READ_COMMITTED, isMariadb ? MARIADB_SILENCE : MYSQL_SILENCE];
  const pool = poolOf(source);
  pool.on('connection', (connection) => {
    endWhenSilent(pool, connection);
    // Commands take turns, so these come before any that the connection is wanted for.
    for (const statement of statements) {
      connection.query(statement, (error) => {
        if (error) connection.destroy();
      });
    }
  });
  // The one that opening the source has left in the pool.
  pool.once('acquire', (connection) => endWhenSilent(pool, connection));
  for (const statement of statements) await source.query(statement);
};

const poolOf = ({ driver }: Pick<DataSource, 'driver'>): Pool => (driver as unknown as { pool: Pool }).pool;

/** Longer than a server lets a statement wait for a lock (50 s); ours are short besides, migrations aside. */
const SILENCE_MS = 60_000;
/** Those in which a migration is under way, which may be silent for as long as it takes. */
const migrating = new WeakSet<Pool>();

/**
 * A network that drops what it carries and closes nothing, as a firewall does that has forgotten a connection, would keep
 * whoever waits for an answer for a quarter of an hour: so long does TCP try again.
 */
const endWhenSilent = (pool: Pool, connection: PoolConnection): void => {
  // mysql2 has no type for it; its end is known to the pool and to who waits.
  const { stream } = connection as unknown as { stream: Socket };
  stream.setTimeout(SILENCE_MS, () => {
    if (migrating.has(pool)) return;
    const error = new Error(`the database has been silent for ${SILENCE_MS / 1_000} s`);
    stream.destroy(Object.assign(error, { code: 'PROTOCOL_CONNECTION_LOST' }));
  });
};

const A_DAY = 86_400;

/** For a connection that holds something while another one migrates, for as long as that takes. */
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
