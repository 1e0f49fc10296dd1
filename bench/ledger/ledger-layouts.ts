import { type Database, execute, placeholders, type Tx } from '../../src/database/database.js';
import { inList } from '../../src/database/in-list.js';

export const APP_ID = 7;
export const DAY_MS = 86_400_000;

/** One sent message. */
export interface Send {
  readonly deviceId: number;
  readonly sentAt: number;
  readonly runId: number;
}

/** Devices `from` to `upTo`, both included. */
export interface Range {
  readonly from: number;
  readonly upTo: number;
}

/** One way to store the ledger: the SQL of every operation that the service needs. */
export interface Layout {
  readonly name: string;
  readonly table: string;
  create(database: Database): Promise<void>;
  /** Writes the sends of one page. */
  insert(tx: Tx, sends: readonly Send[]): Promise<void>;
  /** Reads the messages of a page of neighbouring devices since `since`. */
  readRange(database: Database, range: Range, since: number): Promise<number>;
  /** Reads the messages of single devices since `since`, like auto-push. */
  readSome(database: Database, ids: readonly number[], since: number): Promise<number>;
  /** Deletes the sends of these devices before `before`. Every send of a day belongs to one run. */
  expire(tx: Tx, range: Range, before: { readonly at: number; readonly runId: number }): Promise<void>;
}

const PUSH_ID = 1_234;
const COLUMNS = 'app_id, device_id, sent_at, run_id, push_id, occurrence, variant';

const rowsOf = (sends: readonly Send[]): unknown[] =>
  sends.flatMap(({ deviceId, sentAt, runId }) => [APP_ID, deviceId, sentAt, runId, PUSH_ID, 0, null]);

const createTable = async (database: Database, { table, columns }: { table: string; columns: string }) => {
  const isSqlite = database.dialect.name === 'sqlite';
  const typed = columns
    .replaceAll('LONG', isSqlite ? 'INTEGER' : 'BIGINT')
    .replaceAll('SHORT', isSqlite ? 'INTEGER' : 'SMALLINT');
  await database.tx((tx) => execute(tx, `CREATE TABLE ${table} (${typed})${isSqlite ? ' WITHOUT ROWID' : ''}`, []));
};

const countOf = async (database: Database, sql: string, parameters: readonly unknown[]): Promise<number> =>
  (await database.rows(sql, parameters)).length;

const ROW = `app_id LONG NOT NULL, device_id LONG NOT NULL, sent_at LONG NOT NULL, run_id LONG NOT NULL,
  push_id LONG NOT NULL, occurrence LONG NOT NULL, variant SHORT NULL`;

/** Clustered by device: all sends of a device are stored together. */
const byDevice: Layout = {
  name: 'by device',
  table: 'ledger_by_device',
  create: (database) =>
    createTable(database, {
      table: byDevice.table,
      columns: `${ROW}, PRIMARY KEY (app_id, device_id, sent_at, run_id, push_id, occurrence)`,
    }),
  insert: async (tx, sends) => {
    await execute(
      tx,
      `INSERT INTO ${byDevice.table} (${COLUMNS}) VALUES ${placeholders(sends.length, 7)}`,
      rowsOf(sends),
    );
  },
  readRange: (database, { from, upTo }, since) =>
    countOf(
      database,
      `SELECT device_id, sent_at FROM ${byDevice.table} WHERE app_id = ? AND device_id BETWEEN ? AND ? AND sent_at >= ?`,
      [APP_ID, from, upTo, since],
    ),
  readSome: (database, ids, since) =>
    countOf(
      database,
      `SELECT device_id, sent_at FROM ${byDevice.table} WHERE app_id = ? AND device_id IN ${inList(ids)} AND sent_at >= ?`,
      [APP_ID, ...ids, since],
    ),
  expire: async (tx, { from, upTo }, { at }) => {
    await execute(tx, `DELETE FROM ${byDevice.table} WHERE app_id = ? AND device_id BETWEEN ? AND ? AND sent_at < ?`, [
      APP_ID,
      from,
      upTo,
      at,
    ]);
  },
};

/** Clustered by run, so that rows are appended; an index finds the device. */
const byRun: Layout = {
  name: 'by run, with an index',
  table: 'ledger_by_run',
  create: async (database) => {
    await createTable(database, {
      table: byRun.table,
      columns: `${ROW}, PRIMARY KEY (run_id, device_id, push_id, occurrence, sent_at)`,
    });
    await database.tx((tx) =>
      execute(tx, `CREATE INDEX ledger_by_run_device ON ${byRun.table} (app_id, device_id, sent_at)`, []),
    );
  },
  insert: async (tx, sends) => {
    await execute(tx, `INSERT INTO ${byRun.table} (${COLUMNS}) VALUES ${placeholders(sends.length, 7)}`, rowsOf(sends));
  },
  readRange: (database, { from, upTo }, since) =>
    countOf(
      database,
      `SELECT device_id, sent_at FROM ${byRun.table} WHERE app_id = ? AND device_id BETWEEN ? AND ? AND sent_at >= ?`,
      [APP_ID, from, upTo, since],
    ),
  readSome: (database, ids, since) =>
    countOf(
      database,
      `SELECT device_id, sent_at FROM ${byRun.table} WHERE app_id = ? AND device_id IN ${inList(ids)} AND sent_at >= ?`,
      [APP_ID, ...ids, since],
    ),
  expire: async (tx, { from, upTo }, { runId }) => {
    await execute(tx, `DELETE FROM ${byRun.table} WHERE run_id = ? AND device_id BETWEEN ? AND ?`, [runId, from, upTo]);
  },
};

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Clustered by day and then by device: each day is a separate range, and a reader seeks once for each day. */
const byDay: Layout = {
  name: 'by day and device',
  table: 'ledger_by_day',
  create: (database) =>
    createTable(database, {
      table: byDay.table,
      columns: `sent_day INTEGER NOT NULL, ${ROW}, PRIMARY KEY (app_id, sent_day, device_id, sent_at, run_id, push_id, occurrence)`,
    }),
  insert: async (tx, sends) => {
    await execute(
      tx,
      `INSERT INTO ${byDay.table} (sent_day, ${COLUMNS}) VALUES ${placeholders(sends.length, 8)}`,
      sends.flatMap((send) => [dayOf(send.sentAt), ...rowsOf([send])]),
    );
  },
  readRange: (database, { from, upTo }, since) => {
    const days = daysSince(since);
    return countOf(
      database,
      `SELECT device_id, sent_at FROM ${byDay.table} WHERE app_id = ? AND sent_day IN ${inList(days)}
       AND device_id BETWEEN ? AND ? AND sent_at >= ?`,
      [APP_ID, ...days, from, upTo, since],
    );
  },
  readSome: (database, ids, since) => {
    const days = daysSince(since);
    return countOf(
      database,
      `SELECT device_id, sent_at FROM ${byDay.table} WHERE app_id = ? AND sent_day IN ${inList(days)}
       AND device_id IN ${inList(ids)} AND sent_at >= ?`,
      [APP_ID, ...days, ...ids, since],
    );
  },
  expire: async (tx, { from, upTo }, { at }) => {
    await execute(tx, `DELETE FROM ${byDay.table} WHERE app_id = ? AND sent_day = ? AND device_id BETWEEN ? AND ?`, [
      APP_ID,
      dayOf(at) - 1,
      from,
      upTo,
    ]);
  },
};

/** Readers look back a week. */
const daysSince = (since: number): number[] => Array.from({ length: 8 }, (_, index) => dayOf(since) + index);

const PACKED_BYTES = 16;

const pack = ({ sentAt, runId }: Send): Buffer => {
  const bytes = Buffer.alloc(PACKED_BYTES);
  bytes.writeUInt32BE(Math.floor(sentAt / 1000), 0);
  bytes.writeUInt32BE(runId, 4);
  bytes.writeUInt32BE(PUSH_ID, 8);
  return bytes;
};

/** One row for each device, with its sends as bytes that each checkpoint appends to. */
const packed: Layout = {
  name: 'packed by device',
  table: 'ledger_packed',
  create: (database) =>
    createTable(database, {
      table: packed.table,
      columns: `app_id LONG NOT NULL, device_id LONG NOT NULL, sends ${
        database.dialect.name === 'sqlite' ? 'BLOB' : 'VARBINARY(2048)'
      } NOT NULL, PRIMARY KEY (app_id, device_id)`,
    }),
  insert: async (tx, sends) => {
    const isSqlite = tx.connection.options.type !== 'mysql';
    const append = isSqlite
      ? 'ON CONFLICT (app_id, device_id) DO UPDATE SET sends = CAST(sends || excluded.sends AS BLOB)'
      : 'ON DUPLICATE KEY UPDATE sends = CONCAT(sends, VALUES(sends))';
    await execute(
      tx,
      `INSERT INTO ${packed.table} (app_id, device_id, sends) VALUES ${placeholders(sends.length, 3)} ${append}`,
      sends.flatMap((send) => [APP_ID, send.deviceId, pack(send)]),
    );
  },
  readRange: (database, { from, upTo }) =>
    countOf(database, `SELECT device_id, sends FROM ${packed.table} WHERE app_id = ? AND device_id BETWEEN ? AND ?`, [
      APP_ID,
      from,
      upTo,
    ]),
  readSome: (database, ids) =>
    countOf(database, `SELECT device_id, sends FROM ${packed.table} WHERE app_id = ? AND device_id IN ${inList(ids)}`, [
      APP_ID,
      ...ids,
    ]),
  expire: async (tx, { from, upTo }) => {
    await execute(
      tx,
      `UPDATE ${packed.table} SET sends = substr(sends, ${PACKED_BYTES + 1}) WHERE app_id = ? AND device_id BETWEEN ? AND ?`,
      [APP_ID, from, upTo],
    );
  },
};

export const LAYOUTS: readonly Layout[] = [byDevice, byDay, byRun, packed];
