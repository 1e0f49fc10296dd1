import { execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { EVENT_DAYS_KEPT } from '../../entities/device-event-day.js';
import { STORED_KINDS } from '../../entities/scheduler.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { PERIODS_KEPT, periodOf } from '../judgement/active-hours.js';
import { DAY_MS } from '../record/add-device-flow.js';
import { deleteOldChoices } from './choice-retention.js';
import { CodeBackfill } from './code-backfill.js';
import { COUNTED_DAYS } from './device-counting.js';
import { DeviceRetention } from './device-retention.js';
import { HistoryRetention } from './history-retention.js';
import { LedgerRetention } from './ledger-retention.js';
import { OpenBatches } from './open-batches.js';
import { purgeDeletedUsers } from './purge-users.js';
import { ReceiptBackfill } from './receipt-backfill.js';
import { RunRetention } from './run-retention.js';

const ROWS_PER_STEP = 2_000;
const CAPS_PER_STEP = 500;
const KEYS_PER_STEP = 500;
const CHUNKS_PER_STEP = 16;

/** A run shows its counts for as long as it stays; the single conversions are kept for exports and checks. */
const CONVERSION_DAYS = 92;

/** How long rows of these tables stay. */
const RETENTION = [
  { table: 'event_seen', column: 'seen_at', days: 30 },
  { table: 'idempotency_key', column: 'created_at', days: 1 },
  { table: 'outbox', column: 'occurred_at', days: 7 },
  { table: 'foreign_subscription', column: 'noticed_at', days: 30 },
  { table: 'trace_place', column: 'created_at', days: 7 },
  { table: 'webhook_attempt', column: 'at', days: 7 },
  { table: 'audit_entry', column: 'at', days: 365 },
  // These sessions and invitations have ended already.
  { table: 'member_session', column: 'last_seen_at', days: 1 },
  { table: 'sign_in_place', column: 'last_at', days: 90 },
  { table: 'run_unit', column: 'created_at', days: CONVERSION_DAYS },
  { table: 'conversion', column: 'occurred_at', days: CONVERSION_DAYS },
  { table: 'member_invitation', column: 'expires_at', days: 1 },
  { table: 'alert_mail', column: 'created_at', days: 30 },
  { table: 'alert', column: 'resolved_at', days: 180 },
  { table: 'live_activity', column: 'expires_at', days: 0 },
] as const;

/** Retention of traffic, which is counted by minute. */
const TRAFFIC_DAYS = 92;

/** Keys stay as long as the audit log, which records the key and who revoked it. */
const KEY_DAYS = 365;

/** Devices come last: the other rows are found by them. */
const DEVICE_TABLES = [
  'device_tag',
  'device_event',
  'device_event_day',
  'device_zone_change',
  'foreign_subscription',
  'device_count',
  'device_send',
  'live_activity',
  'goal_event',
  'conversion',
  'device',
] as const;

/** Hourly upkeep in small steps: deletes rows past their retention and devices of deleted applications, backfills codes. */
export class Retention {
  private readonly devices: DeviceRetention;
  private readonly history: HistoryRetention;
  private readonly ledger: LedgerRetention;
  private readonly runs: RunRetention;
  private readonly batches: OpenBatches;
  private readonly codes: CodeBackfill;
  private readonly receipts: ReceiptBackfill;

  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'config' | 'log' | 'sweepMedia' | 'createUsers'>,
  ) {
    this.devices = new DeviceRetention(deps);
    this.history = new HistoryRetention(deps);
    this.ledger = new LedgerRetention(deps);
    this.runs = new RunRetention(deps);
    this.batches = new OpenBatches(deps);
    this.codes = new CodeBackfill(deps);
    this.receipts = new ReceiptBackfill(deps);
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
    const firstCounted = Math.floor(this.deps.clock.now() / DAY_MS) - EVENT_DAYS_KEPT;
    await this.deleteInSteps(signal, `DELETE FROM device_event_day WHERE day < ${firstCounted}`);
    const firstPeriod = periodOf(this.deps.clock.now()) - PERIODS_KEPT;
    await this.deleteInSteps(signal, `DELETE FROM active_hour WHERE period < ${firstPeriod}`);
    const users = await purgeDeletedUsers(this.deps.database, signal);
    if (users > 0) this.deps.log.info({ users }, 'deleted users were removed with all of their data');
    await this.deps.sweepMedia?.(signal);
    const zonesBefore = await zoneChangesBefore(this.deps);
    await this.deleteInSteps(signal, `DELETE FROM device_zone_change WHERE changed_at < ${zonesBefore}`);
    for (const appId of await this.orphans()) await this.deleteDevicesOf(appId, signal);
    await this.deleteOrphanFiles(signal);
    await this.deleteOrphanAttempts(signal);
    await deleteOldChoices(this.deps, signal);
    await this.deleteOldCaps(signal);
    await this.deleteOldKeys(signal);
    await this.deleteInSteps(signal, unusedGoals(this.deps.clock.now()));
    // These come last, since they may take long. Receipts are counted before they are deleted.
    await this.receipts.run(signal);
    await this.batches.run(signal);
    await this.history.run(signal);
    await this.ledger.run(signal);
    await this.runs.run(signal);
    await this.devices.run(signal);
    await this.codes.run(signal);
    await this.deps.createUsers?.(signal);
  }

  /**
   * Deleted applications that still have devices or counts. The search seeks from one application to the next, since
   * checking row by row would read and lock all devices every hour.
   */
  private async orphans(): Promise<Set<number>> {
    const { database } = this.deps;
    const found = new Set<number>();
    for (const table of ['device', 'device_count'] as const) {
      // One recursive statement would not do: servers limit it to a thousand steps.
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
    // The worker that leased a row records or deletes it.
    await this.deleteInSteps(signal, `DELETE FROM due_send WHERE lease_owner IS NULL AND app_id = ${appId}`);
    for (const table of DEVICE_TABLES) await this.deleteInSteps(signal, `DELETE FROM ${table} WHERE app_id = ${appId}`);
  }

  /** Deletes the files of deleted imports a few rows at a time, since each row has 256 KiB. */
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

  /** Deletes the attempts of deleted webhooks. The search seeks from one webhook to the next. */
  private async deleteOrphanAttempts(signal: AbortSignal): Promise<void> {
    const { database } = this.deps;
    for (let last = 0; !signal.aborted; ) {
      const next = 'SELECT MIN(webhook_id) AS id FROM webhook_attempt WHERE webhook_id > ?';
      const [row] = await database.query<{ id: number | null }>(next, [last]);
      if (!row || row.id === null) return;
      last = Number(row.id);
      const isThere = (await database.query('SELECT id FROM webhook WHERE id = ?', [last])).length > 0;
      if (!isThere) await this.deleteInSteps(signal, `DELETE FROM webhook_attempt WHERE webhook_id = ${last}`);
    }
  }

  /** Deletes the counts of users and devices that no cap uses any more. */
  private async deleteOldCaps(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.deps;
    const found = `SELECT user_id, block FROM cap_block WHERE expires_at < ? LIMIT ${CAPS_PER_STEP}`;
    // A message may have been counted since the row was found.
    const gone = 'DELETE FROM cap_block WHERE user_id = ? AND block = ? AND expires_at < ?';
    const now = clock.now();
    for (let count = CAPS_PER_STEP; count === CAPS_PER_STEP && !signal.aborted; ) {
      const rows = await database.query<{ user_id: number; block: number }>(found, [now]);
      await database.tx(async (tx) => {
        for (const { user_id, block } of rows) await execute(tx, gone, [user_id, block, now]);
      });
      count = rows.length;
    }
  }

  /**
   * Deletes API keys that were revoked or expired long ago. A key that created others stays as long as they do: they are
   * found by it when it leaks or its member is removed.
   */
  private async deleteOldKeys(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.deps;
    const before = clock.now() - KEY_DAYS * DAY_MS;
    const found = `SELECT id FROM api_key k WHERE (revoked_at < ? OR expires_at < ?)
      AND NOT EXISTS (SELECT 1 FROM api_key c WHERE c.parent_id = k.id) LIMIT ${KEYS_PER_STEP}`;
    while (!signal.aborted) {
      const ids = (await database.query<{ id: number }>(found, [before, before])).map(({ id }) => Number(id));
      if (ids.length === 0) return;
      await database.tx((tx) => execute(tx, `DELETE FROM api_key WHERE id IN ${inList(ids)}`, ids));
    }
  }

  /** MySQL limits each statement. SQLite is built without `DELETE … LIMIT`, and is quick with whole statements. */
  private async deleteInSteps(signal: AbortSignal, sql: string): Promise<void> {
    const limit = this.deps.database.dialect.name === 'mysql' ? ` LIMIT ${ROWS_PER_STEP}` : '';
    for (;;) {
      if (signal.aborted) return;
      const { affected } = await this.deps.database.tx((tx) => execute(tx, sql + limit));
      if (!limit || affected < ROWS_PER_STEP) return;
    }
  }
}

/** Longer than a message of the last run with the goal can wait, and than the window of the goal after it. */
const GOAL_DAYS = 62;

/** A paused run may still send, so its goals stay. */
const unusedGoals = (now: number): string =>
  `DELETE FROM goal_watch WHERE used_at < ${now - GOAL_DAYS * DAY_MS} AND NOT EXISTS (SELECT 1 FROM run r
   WHERE r.user_id = goal_watch.user_id AND r.status IN ('planning', 'running', 'paused') AND r.goals IS NOT NULL)`;

/**
 * A local time reaches its last zone 26 hours after its first, and a day later if that zone skips a day. A moment
 * asks for the zones as of its first one. The sum is rounded up to three days.
 */
const KEPT_MS = 3 * 86_400_000;

/** The instant (epoch ms) before which no moment, whether planned, late or under way, asks for a device's zone. */
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
