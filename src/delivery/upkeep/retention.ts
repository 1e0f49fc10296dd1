import { execute } from '../../database/database.js';
import { STORED_KINDS } from '../../entities/scheduler.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { DAY_MS } from '../record/add-device-flow.js';
import { COUNTED_DAYS } from './device-counting.js';
import { DeviceRetention } from './device-retention.js';
import { HistoryRetention } from './history-retention.js';
import { purgeDeletedUsers } from './purge-users.js';
import { RunRetention } from './run-retention.js';

const ROWS_PER_STEP = 2_000;
const CHUNKS_PER_STEP = 16;

/** How long what is only there for a while stays. */
const RETENTION = [
  { table: 'event_seen', column: 'seen_at', days: 30 },
  { table: 'idempotency_key', column: 'created_at', days: 1 },
  { table: 'outbox', column: 'occurred_at', days: 7 },
  { table: 'foreign_subscription', column: 'noticed_at', days: 30 },
  { table: 'trace_place', column: 'created_at', days: 7 },
  { table: 'audit_entry', column: 'at', days: 365 },
  // Those that are over, by disuse or by age: neither lets anybody in any more.
  { table: 'member_session', column: 'last_seen_at', days: 1 },
  { table: 'sign_in_place', column: 'last_at', days: 90 },
  { table: 'member_invitation', column: 'expires_at', days: 1 },
] as const;

/** Minutes of traffic. */
const TRAFFIC_DAYS = 92;

/** Devices come last: by them the rest is found. */
const DEVICE_TABLES = [
  'device_tag',
  'device_event',
  'device_zone_change',
  'foreign_subscription',
  'device_count',
  'device',
] as const;

/** Deletes what is past its retention, and the devices of applications that were deleted; in small steps. */
export class Retention {
  private readonly devices: DeviceRetention;
  private readonly history: HistoryRetention;
  private readonly runs: RunRetention;

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'config' | 'log'>) {
    this.devices = new DeviceRetention(deps);
    this.history = new HistoryRetention(deps);
    this.runs = new RunRetention(deps);
  }

  async run(signal: AbortSignal): Promise<void> {
    for (const { table, column, days } of RETENTION) {
      const before = this.deps.clock.now() - days * DAY_MS;
      await this.deleteInSteps(signal, `DELETE FROM ${table} WHERE ${column} < ${before}`);
    }
    const oldest = Math.floor((this.deps.clock.now() - TRAFFIC_DAYS * DAY_MS) / 60_000);
    await this.deleteInSteps(signal, `DELETE FROM traffic WHERE minute < ${oldest}`);
    const firstDay = Math.floor(this.deps.clock.now() / DAY_MS) - COUNTED_DAYS;
    await this.deleteInSteps(signal, `DELETE FROM device_count WHERE day < ${firstDay}`);
    const users = await purgeDeletedUsers(this.deps.database, signal);
    if (users > 0) this.deps.log.info({ users }, 'users were deleted with everything that was theirs');
    const zonesBefore = await zoneChangesBefore(this.deps);
    await this.deleteInSteps(signal, `DELETE FROM device_zone_change WHERE changed_at < ${zonesBefore}`);
    for (const appId of await this.orphans()) await this.deleteDevicesOf(appId, signal);
    await this.deleteOrphanFiles(signal);
    // Last, since they may take long.
    await this.history.run(signal);
    await this.runs.run(signal);
    await this.devices.run(signal);
  }

  /**
   * Applications that are gone and whose devices, or counts of them, are not. Found by seeking from one application to the
   * next: looked at row by row, the devices of all others would be locked and read every hour.
   */
  private async orphans(): Promise<Set<number>> {
    const { database } = this.deps;
    const found = new Set<number>();
    for (const table of ['device', 'device_count'] as const) {
      // Not by one recursive statement: a server carries out a thousand steps of it, and then stops or fails.
      const next = `SELECT MIN(app_id) AS id FROM ${table} WHERE app_id > ?`;
      for (let last = 0; ; ) {
        const [row] = await database.query<{ id: number | null }>(next, [last]);
        if (!row || row.id === null) break;
        last = Number(row.id);
        if ((await database.query('SELECT id FROM app WHERE id = ?', [last])).length === 0) found.add(last);
      }
    }
    return found;
  }

  private async deleteDevicesOf(appId: number, signal: AbortSignal): Promise<void> {
    // A row that a worker holds is recorded or dropped by it.
    await this.deleteInSteps(signal, `DELETE FROM due_send WHERE lease_owner IS NULL AND app_id = ${appId}`);
    for (const table of DEVICE_TABLES) await this.deleteInSteps(signal, `DELETE FROM ${table} WHERE app_id = ${appId}`);
  }

  /** Of imports whose application was deleted, and they with it; a few rows at a time, since each has 256 KiB. */
  private async deleteOrphanFiles(signal: AbortSignal): Promise<void> {
    const { database } = this.deps;
    const orphan = `SELECT import_id, part, seq FROM device_import_chunk
      WHERE import_id NOT IN (SELECT id FROM device_import) LIMIT ${CHUNKS_PER_STEP}`;
    while (!signal.aborted) {
      const rows = await database.query<{ import_id: number; part: number; seq: number }>(orphan);
      if (rows.length === 0) return;
      const among = rows.map(() => '(import_id = ? AND part = ? AND seq = ?)').join(' OR ');
      const keys = rows.flatMap((row) => [row.import_id, row.part, row.seq]);
      await database.tx((tx) => execute(tx, `DELETE FROM device_import_chunk WHERE ${among}`, keys));
    }
  }

  /** MySQL limits a deletion itself; SQLite, built without that, gets whole statements, which it does quickly. */
  private async deleteInSteps(signal: AbortSignal, sql: string): Promise<void> {
    const limit = this.deps.database.dialect.name === 'mysql' ? ` LIMIT ${ROWS_PER_STEP}` : '';
    for (;;) {
      if (signal.aborted) return;
      const { affected } = await this.deps.database.tx((tx) => execute(tx, sql + limit));
      if (!limit || affected < ROWS_PER_STEP) return;
    }
  }
}

/**
 * A local time comes to its last zone 26 hours after its first, and a day later where that zone skips a day; a moment
 * asks for zones as of the first. Rounded up to three days.
 */
const KEPT_MS = 3 * 86_400_000;

/** The instant (epoch ms) before which no moment asks for a device's zone: none that is to come, late or under way. */
export const zoneChangesBefore = async ({
  database,
  clock,
}: Pick<DeliveryDeps, 'database' | 'clock'>): Promise<number> => {
  const [open] = await database.query<{ at: number | null }>(
    `SELECT MIN(due_at) AS at FROM run WHERE status IN ('planning', 'running', 'paused')
     AND kind <> '${STORED_KINDS['auto-push']}'`,
  );
  const [due] = await database.query<{ at: number | null }>(
    'SELECT MIN(next_due_at) AS at FROM scheduler WHERE active = 1',
  );
  const moments = [open?.at, due?.at].flatMap((at) => (at === null || at === undefined ? [] : Number(at)));
  return Math.min(clock.now(), ...moments) - KEPT_MS;
};
