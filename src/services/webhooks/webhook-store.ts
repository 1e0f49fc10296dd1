import { randomUUID } from 'node:crypto';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Webhook, WebhookReason } from '../../entities/webhook.js';
import {
  type AttemptResult,
  WEBHOOK_ATTEMPT_TABLE,
  WEBHOOK_RETRY_TABLE,
  type WebhookReplay,
  type WebhookRetry,
} from '../../entities/webhook-message.js';
import type { EventCursor } from '../event-log/account-event.js';
import { mayNameErasedUser } from './forget-answers.js';
import type { WebhookAnswer } from './webhook-client.js';
import type { EventRange, WebhookMessage } from './webhook-messages.js';

/** A webhook that may have work. */
export interface WaitingWebhook {
  readonly id: number;
  readonly userId: number;
  readonly leaseUntil: number;
  readonly isFailing: boolean;
}

/** A message with the end of its request. */
export interface Attempted {
  readonly message: WebhookMessage;
  readonly answer: Omit<WebhookAnswer, 'result'> & { readonly result: AttemptResult };
  readonly at: number;
  /** When it is due again; null after a success and after the last attempt. */
  readonly dueAt: number | null;
}

/** Everything that one page of requests changes. */
export interface SentPage {
  readonly webhook: Pick<Webhook, 'id' | 'userId'>;
  readonly attempted: readonly Attempted[];
  /** The cursor of the webhook from now on; absent: it stays. */
  readonly cursor?: EventCursor;
  /** The cursor at which a replay continues; null: it has ended. */
  readonly replay?: { readonly id: number; readonly after: EventCursor | null };
  readonly failures: number;
  readonly pausedUntil: number;
  readonly disabled: WebhookReason | null;
}

interface ReleasedWebhook {
  readonly now: number;
  readonly hasMore: boolean;
  readonly waitUntil: number;
}

export type RetryRow = Pick<RowOf<WebhookRetry>, keyof ReplayRow | 'events' | 'attempts'> & {
  readonly selection: string | null;
};
export type ReplayRow = Pick<
  RowOf<WebhookReplay>,
  'id' | 'after_position' | 'after_entry' | 'until_position' | 'until_entry'
>;

export const rangeOfRow = (row: ReplayRow): EventRange => ({
  after: { position: Number(row.after_position), entry: Number(row.after_entry) },
  until: { position: Number(row.until_position), entry: Number(row.until_entry) },
});

/** Everything that deliveries need to know of a webhook. */
export type ClaimedWebhook = Pick<
  Webhook,
  'id' | 'userId' | 'url' | 'types' | 'appIds' | 'mode' | 'secrets' | 'position' | 'entry' | 'failures'
>;

type ClaimedRow = Pick<
  RowOf<Webhook>,
  'id' | 'user_id' | 'url' | 'types' | 'app_ids' | 'mode' | 'secrets' | 'position' | 'entry' | 'failures'
>;

const toClaimed = ({
  id,
  user_id,
  types,
  app_ids,
  position,
  entry,
  failures,
  ...texts
}: ClaimedRow): ClaimedWebhook => ({
  ...texts,
  ...{ id: Number(id), userId: Number(user_id), types: JSON.parse(types), appIds: JSON.parse(app_ids) },
  ...{ position: Number(position), entry: Number(entry), failures: Number(failures) },
});

interface CandidateRow {
  readonly id: number;
  readonly user_id: number;
  readonly lease_until: number;
  readonly failures: number;
}

export const LEASE_MS = 20_000;
/** No lease ends later than this, unless the clock was set back. */
const FAR_MS = 10 * LEASE_MS;
const MAX_CANDIDATES = 1_000;
/** An endpoint with this many waiting retries gets no new messages. The log keeps them. */
export const MAX_WAITING = 100;

/** The tables of webhooks, as a worker reads and writes them. */
export class WebhookStore {
  readonly owner = randomUUID();

  constructor(private readonly database: Database) {}

  /** Returns enabled webhooks with new events, due retries or replays, the least recently served first. */
  async candidates(now: number): Promise<WaitingWebhook[]> {
    // Failing webhooks are read apart: they wait longest, and a thousand of them would hide all others.
    const of = (state: string): string =>
      `SELECT w.id, w.user_id, w.lease_until, w.failures FROM webhook w
       JOIN user_account u ON u.id = w.user_id
       LEFT JOIN outbox_head h ON h.user_id = w.user_id
       WHERE w.state = 'ENABLED' AND ${state} AND (w.lease_until <= ? OR w.lease_until > ?) AND w.paused_until <= ?
         AND (h.position > w.position OR w.wake_at <= ?) AND u.deleted_at IS NULL AND u.suspended = ?
       ORDER BY w.lease_until, w.id LIMIT ${MAX_CANDIDATES}`;
    const sql = this.database.dialect.unionAll([of('w.failures = 0'), of('w.failures > 0')]);
    const values = [now, now + FAR_MS, now, now, 0];
    const rows = await this.database.query<CandidateRow>(sql, [...values, ...values]);
    return rows.map(({ id, user_id, lease_until, failures }) => ({
      id: Number(id),
      userId: Number(user_id),
      leaseUntil: Number(lease_until),
      isFailing: Number(failures) > 0,
    }));
  }

  /** Returns whether this worker now serves the webhook. */
  async claim({ id, leaseUntil }: WaitingWebhook, now: number): Promise<boolean> {
    const sql = `UPDATE webhook SET lease_owner = ?, lease_until = ?
      WHERE id = ? AND lease_until = ? AND state = 'ENABLED'`;
    const values = [this.owner, now + LEASE_MS, id, leaseUntil];
    return (await this.database.tx((tx) => execute(tx, sql, values))).affected === 1;
  }

  /** Called while requests are under way. */
  async keep(id: number, now: number): Promise<void> {
    await this.database.tx((tx) => this.renew(tx, id, now));
  }

  /** null if this worker no longer serves it. */
  async read(id: number): Promise<ClaimedWebhook | null> {
    // This runs for each page, and an entity took a tenth of the time of a batch of 500 events.
    const [row] = await this.database.query<ClaimedRow>(
      `SELECT id, user_id, url, types, app_ids, mode, secrets, position, entry, failures FROM webhook
       WHERE id = ? AND lease_owner = ? AND state = 'ENABLED'`,
      [id, this.owner],
    );
    return row ? toClaimed(row) : null;
  }

  dueRetries(webhookId: number, now: number, limit: number): Promise<RetryRow[]> {
    return this.database.query<RetryRow>(
      `SELECT id, after_position, after_entry, until_position, until_entry, events, attempts, selection FROM webhook_retry
       WHERE webhook_id = ? AND due_at <= ? ORDER BY due_at LIMIT ${limit}`,
      [webhookId, now],
    );
  }

  async firstReplay(webhookId: number): Promise<ReplayRow | null> {
    const sql = `SELECT id, after_position, after_entry, until_position, until_entry FROM webhook_replay
      WHERE webhook_id = ? ORDER BY id LIMIT 1`;
    return (await this.database.query<ReplayRow>(sql, [webhookId]))[0] ?? null;
  }

  async countWaiting(webhookId: number): Promise<number> {
    const sql = 'SELECT COUNT(*) AS n FROM webhook_retry WHERE webhook_id = ?';
    const [row] = await this.database.query<{ n: number }>(sql, [webhookId]);
    return Number(row?.n);
  }

  /** Records a page in one transaction. Returns false, and changes nothing, if another worker has taken over. */
  record(page: SentPage, now: number): Promise<boolean> {
    return this.database.tx(async (tx) => {
      if (!(await this.renew(tx, page.webhook.id, now))) return false;
      await insertRows(tx, WEBHOOK_ATTEMPT_TABLE, await toAttemptRows(tx, page));
      for (const attempted of page.attempted) await changeRetry(tx, attempted, now);
      const fresh = page.attempted.filter(({ message, dueAt }) => message.retryId === null && dueAt !== null);
      await insertRows(
        tx,
        WEBHOOK_RETRY_TABLE,
        fresh.map((attempted) => toRetryRow(page, attempted)),
      );
      if (page.replay) await shrinkReplay(tx, page.replay);
      await changeWebhook(tx, page, now);
      return true;
    });
  }

  /**
   * Ends the lease. @param rest.hasMore there is work that needs no new events. @param rest.waitUntil nothing is sent
   * before.
   */
  release(id: number, { now, hasMore, waitUntil }: ReleasedWebhook): Promise<void> {
    return this.database.tx(async (tx) => {
      if (!(await this.renew(tx, id, now))) return;
      const sql = 'SELECT MIN(due_at) AS due, COUNT(*) AS n FROM webhook_retry WHERE webhook_id = ?';
      const [retries] = await select<{ due: number | null; n: number }>(tx, sql, [id]);
      const replays = await select(tx, 'SELECT id FROM webhook_replay WHERE webhook_id = ? LIMIT 1', [id]);
      const due = retries?.due === null || retries === undefined ? null : Number(retries.due);
      const pausedUntil = due !== null && Number(retries?.n) >= MAX_WAITING ? due : waitUntil;
      await execute(
        tx,
        `UPDATE webhook SET lease_owner = NULL, lease_until = ?, wake_at = ?,
         paused_until = CASE WHEN paused_until < ? THEN ? ELSE paused_until END WHERE id = ?`,
        [now, hasMore || replays.length > 0 ? now : due, pausedUntil, pausedUntil, id],
      );
    });
  }

  private async renew(tx: Tx, id: number, now: number): Promise<boolean> {
    const sql = 'UPDATE webhook SET lease_until = ? WHERE id = ? AND lease_owner = ?';
    return (await execute(tx, sql, [now + LEASE_MS, id, this.owner])).affected === 1;
  }
}

/** Leaves out answers that may repeat the id of a user who was erased while the requests were under way. */
const toAttemptRows = async (tx: Tx, page: SentPage) => {
  const rows = page.attempted.map((attempted) => toAttemptRow(page, attempted));
  const since = Math.min(...rows.map(({ at }) => at));
  const hasAnswer = rows.some(({ answer }) => answer !== null);
  if (!hasAnswer || !(await mayNameErasedUser(tx, page.webhook.userId, since))) return rows;
  return rows.map((row) => ({ ...row, answer: null }));
};

const toAttemptRow = (
  { webhook }: SentPage,
  { message, answer: { retryAfterMs: _unused, ...answer }, at }: Attempted,
) => ({ ...rangeColumns(webhook, message), kind: message.kind, attempt: message.attempt, ...answer, at });

const toRetryRow = ({ webhook }: SentPage, { message, dueAt }: Attempted) => ({
  ...rangeColumns(webhook, message),
  attempts: message.attempt,
  selection: message.selection,
  dueAt: dueAt ?? 0,
});

const rangeColumns = (
  { id, userId }: Pick<Webhook, 'id' | 'userId'>,
  { range: { after, until }, size }: Pick<WebhookMessage, 'range' | 'size'>,
) => ({
  userId,
  webhookId: id,
  afterPosition: after.position,
  afterEntry: after.entry,
  untilPosition: until.position,
  untilEntry: until.entry,
  events: size,
});

/** After the last attempt the message stays, so that it is tried again when the webhook is enabled. */
const changeRetry = async (tx: Tx, { message, answer, dueAt }: Attempted, now: number): Promise<void> => {
  const { retryId, attempt } = message;
  if (retryId === null) return;
  const isOver = answer.result === 'SUCCESS' || answer.result === 'EXPIRED';
  if (isOver) await execute(tx, 'DELETE FROM webhook_retry WHERE id = ?', [retryId]);
  else
    await execute(tx, 'UPDATE webhook_retry SET attempts = ?, due_at = ? WHERE id = ?', [
      attempt,
      dueAt ?? now,
      retryId,
    ]);
};

const shrinkReplay = async (tx: Tx, { id, after }: NonNullable<SentPage['replay']>): Promise<void> => {
  if (after === null) await execute(tx, 'DELETE FROM webhook_replay WHERE id = ?', [id]);
  else {
    const sql = 'UPDATE webhook_replay SET after_position = ?, after_entry = ? WHERE id = ?';
    await execute(tx, sql, [after.position, after.entry, id]);
  }
};

const changeWebhook = async (
  tx: Tx,
  { webhook, cursor, failures, pausedUntil, disabled }: SentPage,
  now: number,
): Promise<void> => {
  await execute(tx, 'UPDATE webhook SET failures = ?, paused_until = ? WHERE id = ?', [
    failures,
    pausedUntil,
    webhook.id,
  ]);
  if (cursor) {
    const sql = 'UPDATE webhook SET position = ?, entry = ? WHERE id = ?';
    await execute(tx, sql, [cursor.position, cursor.entry, webhook.id]);
  }
  if (disabled === null) return;
  const sql = `UPDATE webhook SET state = 'DISABLED', reason = ?, disabled_at = ? WHERE id = ? AND state = 'ENABLED'`;
  await execute(tx, sql, [disabled, now, webhook.id]);
};
