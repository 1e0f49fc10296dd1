import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from '../../collections.js';
import { type Database, execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { NO_RUN } from '../../entities/run.js';
import { deleteDevice } from './delete-device.js';

const DEVICES_PER_STEP = 100;
const RUNS_PER_PAGE = 200;

export interface PurgedDevice {
  readonly appId: number;
  readonly id: number;
}

/** Rows that were deleted, by what they were. */
export interface PurgeCounts {
  devices: number;
  events: number;
  tags: number;
  receipts: number;
  failures: number;
  waiting: number;
}

/** Tables whose key begins with the run and the push, and what their rows are. */
const OF_RUNS = [
  ['receipt', 'receipts', ''],
  ['delivery_failure', 'failures', ''],
  // A row that a worker holds is recorded or dropped by that worker.
  ['retry_send', 'waiting', 'AND lease_owner IS NULL'],
] as const;

const OF_DEVICES = [
  ['device_event', 'events', ''],
  ['device_tag', 'tags', ''],
  ['due_send', 'waiting', 'AND lease_owner IS NULL'],
] as const;

/** The devices of a person in every application of the account, archived ones too. */
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

/** In short transactions, between which others write. It can be repeated. */
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
  for (const [table, kind, unless] of OF_RUNS) {
    const sql = `DELETE FROM ${table} WHERE run_id = ? AND push_id = ? AND device_id IN ${inList(ids)} ${unless}`;
    for await (const pushId of pushesOf(database, table, runId)) {
      const { affected } = await database.tx((tx) => execute(tx, sql, [runId, pushId, ...ids]));
      counts[kind] += affected;
    }
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

/** Messages outside of any run, such as tries on one device, come first. */
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

/** Each is one seek in the key, however many rows it has. */
async function* pushesOf(database: Database, table: string, runId: number): AsyncGenerator<number> {
  const sql = `SELECT push_id AS id FROM ${table} WHERE run_id = ? AND push_id > ? ORDER BY push_id LIMIT 1`;
  for (let after = -1; ; ) {
    const [next] = await database.query<{ id: number }>(sql, [runId, after]);
    if (!next) return;
    after = Number(next.id);
    yield after;
  }
}
