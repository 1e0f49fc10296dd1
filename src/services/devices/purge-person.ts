import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from '../../collections.js';
import { type Database, execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { eraseWaiting } from '../../delivery/record/record-retries.js';
import { NO_RUN } from '../../entities/run.js';
import { deleteUser } from '../end-users/delete-user.js';
import { deleteDevice } from './delete-device.js';

const DEVICES_PER_STEP = 100;
const RUNS_PER_PAGE = 200;

export interface PurgedDevice {
  readonly appId: number;
  readonly id: number;
}

/** Deletes the row and the attributes of a person. Call it after `purgeDevices`. @returns how many rows there were */
export const purgeUser = (
  database: Database,
  { userId, externalId }: { userId: number; externalId: string },
): Promise<number> => database.tx((tx) => deleteUser(tx, { database, userId }, externalId));

/** The number of deleted rows by type. */
export interface PurgeCounts {
  devices: number;
  events: number;
  tags: number;
  receipts: number;
  failures: number;
  waiting: number;
}

/** Tables whose key begins with the run and the push, and the type of their rows. */
const OF_RUNS = [
  ['receipt', 'receipts'],
  ['delivery_failure', 'failures'],
] as const;

const OF_DEVICES = [
  ['device_event', 'events', ''],
  ['device_tag', 'tags', ''],
  ['due_send', 'waiting', 'AND lease_owner IS NULL'],
] as const;

/** Finds the devices of a person in every application of the account, including archived ones. */
export const findDevicesOfPerson = async (
  database: Database,
  { userId, externalId }: { userId: number; externalId: string },
): Promise<PurgedDevice[]> => {
  const rows = await database.query<{ app_id: number; id: number }>(
    `SELECT d.app_id, d.id FROM app a JOIN device d ON d.app_id = a.id AND d.external_user_id = ?
     WHERE a.user_id = ? ORDER BY d.app_id, d.id`,
    [externalId, userId],
  );
  return rows.map(({ app_id, id }) => ({ appId: Number(app_id), id: Number(id) }));
};

/** Whether anything is stored about a person besides devices. */
export const isKnownUser = async (
  database: Database,
  { userId, externalId }: { userId: number; externalId: string },
): Promise<boolean> => {
  const sql = 'SELECT id FROM end_user WHERE user_id = ? AND external_user_id = ?';
  return (await database.query(sql, [userId, externalId])).length > 0;
};

/** Deletes in short transactions, so that other writers are not blocked. It can be repeated. */
export const purgeDevices = async (
  database: Database,
  { userId, devices, now }: { userId: number; devices: readonly PurgedDevice[]; now: number },
): Promise<PurgeCounts> => {
  const counts: PurgeCounts = { devices: 0, events: 0, tags: 0, receipts: 0, failures: 0, waiting: 0 };
  for (const part of chunk(devices, DEVICES_PER_STEP)) {
    const ids = part.map(({ id }) => id);
    for await (const runId of runsOf(database, userId)) await purgeRun(database, { runId, ids, counts });
    await purgeRows(database, { part, counts, now });
    await nextTurn();
  }
  return counts;
};

const purgeRun = async (
  database: Database,
  { runId, ids, counts }: { runId: number; ids: readonly number[]; counts: PurgeCounts },
): Promise<void> => {
  for (const [table, kind] of OF_RUNS) {
    const sql = `DELETE FROM ${table} WHERE run_id = ? AND push_id = ? AND device_id IN ${inList(ids)}`;
    for await (const pushId of pushesOf(database, table, runId)) {
      const { affected } = await database.tx((tx) => execute(tx, sql, [runId, pushId, ...ids]));
      counts[kind] += affected;
    }
  }
  for await (const pushId of pushesOf(database, 'retry_send', runId)) {
    counts.waiting += await database.tx((tx) => eraseWaiting(tx, { runId, pushId, deviceIds: ids }));
  }
};

const purgeRows = (
  database: Database,
  { part, counts, now }: { part: readonly PurgedDevice[]; counts: PurgeCounts; now: number },
): Promise<void> =>
  database
    .tx(async (tx) => {
      const deleted = { events: 0, tags: 0, waiting: 0 };
      for (const { appId, id } of part) {
        for (const [table, kind, unless] of OF_DEVICES) {
          const sql = `DELETE FROM ${table} WHERE app_id = ? AND device_id = ? ${unless}`;
          deleted[kind] += (await execute(tx, sql, [appId, id])).affected;
        }
        await execute(tx, 'DELETE FROM event_seen WHERE device_id = ?', [id]);
        await deleteDevice(tx, { appId, id }, now);
      }
      return deleted;
    })
    .then(({ events, tags, waiting }) => {
      counts.devices += part.length;
      counts.events += events;
      counts.tags += tags;
      counts.waiting += waiting;
    });

/** Yields the runs of a user. Messages outside any run, such as tests, come first. */
async function* runsOf(database: Database, userId: number): AsyncGenerator<number> {
  yield NO_RUN;
  for (let after = 0; ; ) {
    const sql = `SELECT id FROM run WHERE user_id = ? AND id > ? ORDER BY id LIMIT ${RUNS_PER_PAGE}`;
    const page = await database.query<{ id: number }>(sql, [userId, after]);
    for (const { id } of page) yield Number(id);
    const last = page.at(-1);
    if (last === undefined) return;
    after = Number(last.id);
  }
}

/** Yields the pushes of a run, with one index seek each. */
async function* pushesOf(database: Database, table: string, runId: number): AsyncGenerator<number> {
  const sql = `SELECT push_id AS id FROM ${table} WHERE run_id = ? AND push_id > ? ORDER BY push_id LIMIT 1`;
  for (let after = -1; ; ) {
    const [next] = await database.query<{ id: number }>(sql, [runId, after]);
    if (!next) return;
    after = Number(next.id);
    yield after;
  }
}
