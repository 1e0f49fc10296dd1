import { type Database, dialectOf, execute, select, type Tx } from '../../database/database.js';
import { columnNames, hydrate, type Row } from '../../database/hydrate.js';
import { inList } from '../../database/in-list.js';
import { App } from '../../entities/app.js';
import type { AccountSettings } from '../../ports/account-settings.js';
import { toStored } from '../../providers/stored-reason.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { PutBack } from '../leases/claim-rows.js';
import type { Leases } from '../leases/leases.js';
import type { PageResult } from '../record/message-result.js';
import { appendToOutbox } from '../record/outbox-writer.js';
import type { HeldRows } from './held-rows.js';

const DEFAULT_PAUSE_MS = 60_000;

/** Pauses an application that its provider refuses as a whole. Others are not affected. */
export class AppPauses {
  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'log'>,
    private readonly held: Pick<HeldRows, 'check'>,
  ) {}

  /**
   * Records the outcomes of a page: pauses the application, or ends its pause.
   * @param app as it was when the messages were handed over.
   */
  async recordOutcomes(app: App, { results, pause }: Pick<PageResult, 'results' | 'pause'>): Promise<void> {
    await this.held.check(app.id, results);
    const wentThrough = results.some(({ outcome }) => outcome === 'sent');
    if (wentThrough) await proveCredentials(this.deps.database, app);
    if (pause) await this.pause(app, pause);
    else if (wentThrough) await this.resume(app);
  }

  /** Never shortens a pause. After new credentials, refusals of the old ones no longer count. */
  async pause(app: App, { code, detail, afterMs }: NonNullable<PageResult['pause']>): Promise<void> {
    const now = this.deps.clock.now();
    const until = now + (afterMs ?? DEFAULT_PAUSE_MS);
    const stored = toStored({ code, detail });
    const paused = await this.deps.database.tx(async (tx) => {
      const before = await lockPause(tx, app.id);
      // MySQL assigns from left to right: `paused_since` looks at `paused_until` as it was.
      const { affected } = await execute(
        tx,
        `UPDATE app SET paused_since = CASE WHEN paused_until IS NULL THEN ? ELSE paused_since END,
           paused_until = ?, pause_reason = ?, pause_code = ?, pause_detail = ?
         WHERE id = ? AND credentials_version = ? AND (paused_until IS NULL OR paused_until < ?)`,
        [now, until, stored.reason, stored.code, stored.detail, app.id, app.credentialsVersion, until],
      );
      // Only the beginning of a pause is an event: events must not grow with the batches that extend it.
      if (affected === 0) await this.tryNewCredentials(tx, app, now);
      if (affected > 0 && before === null) await tell(tx, { app, type: 'app.paused', reason: stored.reason, now });
      // One log line for each pause, however often it is extended.
      return affected > 0 && before === null;
    });
    if (!paused) return;
    const about = { app_id: app.id, code, reason: stored.reason, until: new Date(until).toISOString() };
    this.deps.log.warn(about, 'an application is paused');
  }

  /** Messages that the old credentials could not send are tried with the new ones at once. */
  private async tryNewCredentials(tx: Tx, app: App, now: number): Promise<void> {
    const sql = 'SELECT credentials_version FROM app WHERE id = ? AND paused_until IS NULL';
    const [row] = await select<{ credentials_version: number }>(tx, sql, [app.id]);
    if (!row || Number(row.credentials_version) === app.credentialsVersion) return;
    await endWaitForApp(tx, { appId: app.id, now, pausedUntil: now });
  }

  /** Ends the pause after a message went through, unless another worker has just extended it. */
  async resume(app: App): Promise<void> {
    if (app.pausedUntil === null) return;
    const over = app.pausedUntil.getTime();
    const now = this.deps.clock.now();
    await this.deps.database.tx(async (tx) => {
      const sql = `UPDATE app SET paused_until = NULL, paused_since = NULL, pause_reason = NULL
                   WHERE id = ? AND paused_until = ?`;
      const { affected } = await execute(tx, sql, [app.id, over]);
      if (affected === 0) return;
      await endWaitForApp(tx, { appId: app.id, now, pausedUntil: over });
      await tell(tx, { app, type: 'app.resumed', reason: null, now });
    });
    this.deps.log.info({ app_id: app.id }, 'an application is no longer paused');
  }
}

/** Epoch ms until which it is paused; null if it is not. */
const lockPause = async (tx: Tx, appId: number): Promise<number | null> => {
  const sql = `SELECT paused_until FROM app WHERE id = ? ${dialectOf(tx).forUpdate}`;
  const [row] = await select<{ paused_until: number | null }>(tx, sql, [appId]);
  return row?.paused_until ?? null;
};

const tell = (
  tx: Tx,
  { app, type, reason, now }: { app: App; type: 'app.paused' | 'app.resumed'; reason: string | null; now: number },
): Promise<void> => {
  const payload = reason === null ? {} : { reason };
  return appendToOutbox(tx, [{ userId: app.userId, type, appId: app.id, payload, occurredAt: new Date(now) }]);
};

/** An application with the settings of its account. */
export type AppWithAccount = App & { readonly account: AccountSettings };

type AccountRow = Row & {
  readonly account_zone: string | null;
  readonly account_quiet_hours: string | null;
  readonly account_caps: string | null;
  readonly account_holdout: string | null;
};

/** The application as it is now; null if it was deleted or archived, so that nothing more may be sent. */
export const loadSendableApp = async (database: Database, appId: number): Promise<AppWithAccount | null> => {
  const columns = columnNames(database.reader, App).map((name) => `a.${name}`);
  const ofAccount =
    'u.time_zone AS account_zone, u.quiet_hours AS account_quiet_hours, u.frequency_caps AS account_caps, u.holdout AS account_holdout';
  const rows = await database.query<AccountRow>(
    `SELECT ${columns.join(', ')}, ${ofAccount} FROM app a JOIN user_account u ON u.id = a.user_id WHERE a.id = ?`,
    [appId],
  );
  const [row] = rows;
  const [app] = hydrate(database.reader, App, rows);
  return row && app && !app.archived ? Object.assign(app, { account: toSettings(row) }) : null;
};

const toSettings = ({
  account_zone: timeZone,
  account_quiet_hours: quiet,
  account_caps: caps,
  account_holdout: holdout,
}: AccountRow): AccountSettings => ({
  timeZone,
  quietHours: quiet === null ? null : JSON.parse(quiet),
  frequencyCaps: caps === null ? null : JSON.parse(caps),
  holdout: holdout === null ? null : JSON.parse(holdout),
});

export const isPaused = ({ pausedUntil }: App, now: number): boolean =>
  pausedUntil !== null && pausedUntil.getTime() > now;

/** Postpones rows until their application's pause ends; they are due at once if it has already ended. */
export const waitForApp = async (
  deps: Pick<DeliveryDeps, 'database' | 'clock'>,
  leases: Leases,
  { table, appId, ids }: PutBack,
): Promise<void> => {
  if (ids.length === 0) return;
  leases.release(table, ids);
  const { dialect } = deps.database;
  await deps.database.tx(async (tx) => {
    // Locked: new credentials that come now are either seen here, or find the rows waiting.
    const sql = `SELECT paused_until FROM app WHERE id = ? ${dialect.forShare}`;
    const [app] = await select<{ paused_until: number | null }>(tx, sql, [appId]);
    const dueAt = Math.max(deps.clock.now(), Number(app?.paused_until ?? deps.clock.now()));
    await execute(
      tx,
      `UPDATE ${table} SET due_at = ?, waits_for_app = 1, lease_owner = NULL, lease_until = NULL
       WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`,
      [dueAt, leases.owner, appId, ...ids],
    );
  });
};

/** The application's pause has ended: messages that waited because of it are due now. Others continue to wait. */
export const endWaitForApp = async (
  tx: Tx,
  { appId, now, pausedUntil }: { appId: number; now: number; pausedUntil: number },
): Promise<void> => {
  const waiting = 'app_id = ? AND waits_for_app = 1 AND due_at > ?';
  await execute(tx, `UPDATE retry_send SET due_at = ? WHERE ${waiting}`, [now, appId, now]);
  // None of these waits longer than the pause, so the index on `due_at` can skip long delays.
  const sql = `UPDATE due_send SET due_at = ? WHERE ${waiting} AND due_at <= ?`;
  await execute(tx, sql, [now, appId, now, pausedUntil]);
};

/**
 * Records that a message went through, so these credentials work. The fact is written once per version.
 * @param app as it was when the message was handed over.
 */
export const proveCredentials = async (
  database: Database,
  { id, credentialsVersion, credentialsProven }: Pick<App, 'id' | 'credentialsVersion' | 'credentialsProven'>,
): Promise<void> => {
  if (credentialsProven === credentialsVersion) return;
  const sql = 'UPDATE app SET credentials_proven = ? WHERE id = ? AND credentials_version = ?';
  await database.tx((tx) => execute(tx, sql, [credentialsVersion, id, credentialsVersion]));
};
