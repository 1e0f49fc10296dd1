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

/** The retries and replays that a webhook has besides new events. */
interface Waiting {
  /** The number of retries. */
  readonly waiting: number;
  /** When the first retry is due, epoch ms; null: there is none. */
  readonly retryAt: number | null;
  readonly hasReplay: boolean;
}

/** Everything that deliveries need to know of a webhook. */
export type ClaimedWebhook = Waiting &
  Pick<Webhook, 'id' | 'userId' | 'url' | 'types' | 'appIds' | 'mode' | 'secrets' | 'position' | 'entry' | 'failures'>;

/** The columns of `Waiting`, of the webhook `w`. */
const WAITING = `(SELECT COUNT(*) FROM webhook_retry r WHERE r.webhook_id = w.id) AS waiting,
  (SELECT MIN(r.due_at) FROM webhook_retry r WHERE r.webhook_id = w.id) AS retry_at,
  (SELECT MIN(p.id) FROM webhook_replay p WHERE p.webhook_id = w.id) AS replay`;

interface WaitingRow {
  readonly waiting: number;
  readonly retry_at: number | null;
  readonly replay: number | null;
}

type ClaimedRow = WaitingRow &
  Pick<
    RowOf<Webhook>,
    'id' | 'user_id' | 'url' | 'types' | 'app_ids' | 'mode' | 'secrets' | 'position' | 'entry' | 'failures'
  >;

const toWaiting = (row: WaitingRow | undefined): Waiting => ({
  waiting: Number(row?.waiting ?? 0),
  retryAt: row === undefined || row.retry_at === null ? null : Number(row.retry_at),
  hasReplay: row !== undefined && row.replay !== null,
});

const toClaimed = ({ url, mode, secrets, ...row }: ClaimedRow): ClaimedWebhook => ({
  ...{ url, mode, secrets, types: JSON.parse(row.types), appIds: JSON.parse(row.app_ids) },
  ...{ id: Number(row.id), userId: Number(row.user_id), failures: Number(row.failures) },
  ...{ position: Number(row.position), entry: Number(row.entry) },
  ...toWaiting(row),
});

interface CandidateRow {
  readonly id: number;
  readonly user_id: number;
  readonly lease_until: number;
  readonly failures: number;
}

export const LEASE_MS = 20_000;
/** After a turn, a webhook in the mode BATCH rests, so that the next turn has more batches for its claim and release. */
export const REST_MS = 300;
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
       WHERE w.state = 'ENABLED' AND ${state} AND w.paused_until <= ?
         AND (w.lease_until <= CASE w.mode WHEN 'BATCH' THEN ? ELSE ? END OR w.lease_until > ?)
         AND (h.position > w.position OR w.wake_at <= ?) AND u.deleted_at IS NULL AND u.suspended = ?
       ORDER BY w.lease_until, w.id LIMIT ${MAX_CANDIDATES}`;
    const sql = this.database.dialect.unionAll([of('w.failures = 0'), of('w.failures > 0')]);
    const values = [now, now - REST_MS, now, now + FAR_MS, now, 0];
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
      `SELECT w.id, w.user_id, w.url, w.types, w.app_ids, w.mode, w.secrets, w.position, w.entry, w.failures, ${WAITING}
       FROM webhook w WHERE w.id = ? AND w.lease_owner = ? AND w.state = 'ENABLED'`,
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

  /** Records a page in one transaction. Returns false, and changes nothing, if another worker has taken over. */
  record(page: SentPage, now: number): Promise<boolean> {
    return this.database.tx(async (tx) => {
      if (!(await this.advance(tx, page, now))) return false;
      await insertRows(tx, WEBHOOK_ATTEMPT_TABLE, await toAttemptRows(tx, page));
      for (const attempted of page.attempted) await changeRetry(tx, attempted, now);
      const fresh = page.attempted.filter(({ message, dueAt }) => message.retryId === null && dueAt !== null);
      await insertRows(
        tx,
        WEBHOOK_RETRY_TABLE,
        fresh.map((attempted) => toRetryRow(page, attempted)),
      );
      if (page.replay) await shrinkReplay(tx, page.replay);
      if (page.disabled !== null) await disable(tx, page, now);
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
      const [rest] = await select<WaitingRow>(tx, `SELECT ${WAITING} FROM webhook w WHERE w.id = ?`, [id]);
      const { waiting, retryAt: due, hasReplay } = toWaiting(rest);
      const pausedUntil = due !== null && waiting >= MAX_WAITING ? due : waitUntil;
      const needsNoRest = hasMore || waitUntil > 0;
      await execute(
        tx,
        `UPDATE webhook SET lease_owner = NULL, lease_until = ?, wake_at = ?,
         paused_until = CASE WHEN paused_until < ? THEN ? ELSE paused_until END WHERE id = ?`,
        [needsNoRest ? now - REST_MS : now, hasMore || hasReplay ? now : due, pausedUntil, pausedUntil, id],
      );
    });
  }

  /** Renews the lease, and moves the cursor. */
  private advance(tx: Tx, { webhook, cursor, failures, pausedUntil }: SentPage, now: number): Promise<boolean> {
    const place = cursor ? [cursor.position, cursor.entry] : [];
    const moved = cursor ? ', position = ?, entry = ?' : '';
    return this.change(tx, webhook.id, `lease_until = ?, failures = ?, paused_until = ?${moved}`, [
      ...[now + LEASE_MS, failures, pausedUntil],
      ...place,
    ]);
  }

  private renew(tx: Tx, id: number, now: number): Promise<boolean> {
    return this.change(tx, id, 'lease_until = ?', [now + LEASE_MS]);
  }

  /** Returns false, and changes nothing, if this worker no longer serves the webhook. */
  private async change(tx: Tx, id: number, set: string, values: readonly number[]): Promise<boolean> {
    const sql = `UPDATE webhook SET ${set} WHERE id = ? AND lease_owner = ?`;
    return (await execute(tx, sql, [...values, id, this.owner])).affected === 1;
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

const disable = async (tx: Tx, { webhook: { id }, disabled }: SentPage, now: number): Promise<void> => {
  const sql = `UPDATE webhook SET state = 'DISABLED', reason = ?, disabled_at = ? WHERE id = ? AND state = 'ENABLED'`;
  await execute(tx, sql, [disabled, now, id]);
};
