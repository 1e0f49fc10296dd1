import { type Database, select, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { Webhook } from '../../entities/webhook.js';
import { WEBHOOK_REPLAY_TABLE, WebhookAttempt } from '../../entities/webhook-message.js';
import { type AppError, badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { EventLog } from '../event-log/event-log.js';
import { lockOwned } from '../locks.js';
import { type EventRange, isBefore } from './webhook-messages.js';

/** The events of one attempt, or those of a time. */
export type ReplayWish = { readonly attemptId: number } | { readonly from: Date; readonly to: Date | null };

const MAX_REPLAYS = 10;

/** Sends events of the log again. The worker of the webhook carries it out. */
export class WebhookReplays {
  private readonly events: EventLog;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.events = new EventLog(database);
  }

  /** @throws NOT_FOUND, BAD_USER_INPUT */
  async request(caller: Caller, id: number, wish: ReplayWish): Promise<void> {
    const { userId } = caller;
    if (!(await this.database.reader.existsBy(Webhook, { id, userId }))) throw notFound('webhook');
    const range =
      'attemptId' in wish ? await this.ofAttempt(userId, id, wish.attemptId) : await this.ofTime(userId, wish);
    if (isBefore(range.after, await this.events.oldest(userId))) throw noLongerKept();
    await this.database.tx(async (tx) => {
      await lockOwned(tx, this.database, { table: 'webhook', id, userId, noun: 'webhook' });
      await this.check(tx, id);
      await insertRow(tx, WEBHOOK_REPLAY_TABLE, {
        ...{ userId, webhookId: id, afterPosition: range.after.position, afterEntry: range.after.entry },
        ...{ untilPosition: range.until.position, untilEntry: range.until.entry, createdAt: this.clock.now() },
      });
      await tx.update(Webhook, { id }, { wakeAt: new Date(this.clock.now()) });
    });
  }

  private async check(tx: Tx, id: number): Promise<void> {
    const { state } = await tx.findOneByOrFail(Webhook, { id });
    if (state !== 'ENABLED')
      throw badInput('id', 'This webhook is disabled; enable it before you replay events.', 'DEACTIVATED');
    const sql = 'SELECT COUNT(*) AS n FROM webhook_replay WHERE webhook_id = ?';
    const [row] = await select<{ n: number }>(tx, sql, [id]);
    if (Number(row?.n) >= MAX_REPLAYS)
      throw badInput('id', `A webhook has at most ${MAX_REPLAYS} replays at once; wait for one to end.`, 'TOO_MANY');
  }

  private async ofAttempt(userId: number, webhookId: number, attemptId: number): Promise<EventRange> {
    const attempt = await this.database.reader.findOneBy(WebhookAttempt, { id: attemptId, userId, webhookId });
    if (!attempt) throw badInput('attempt_id', 'There is no such attempt of this webhook.', 'NOT_FOUND');
    if (attempt.kind === 'TEST') throw badInput('attempt_id', 'A test has no events to replay; test again instead.');
    return {
      after: { position: attempt.afterPosition, entry: attempt.afterEntry },
      until: { position: attempt.untilPosition, entry: attempt.untilEntry },
    };
  }

  /** A range without an end lasts until now. */
  private async ofTime(userId: number, { from, to }: { from: Date; to: Date | null }): Promise<EventRange> {
    for (const [field, at] of Object.entries({ from, to })) {
      if (Number.isNaN(at?.getTime() ?? 0))
        throw badInput(field, `\`${field}\` must be an instant such as 2026-11-21T09:00:00Z.`);
    }
    if (to !== null && to <= from) throw badInput('from', '`from` must be before `to`.');
    const [oldest, head] = [await this.events.oldest(userId), await this.events.head(userId)];
    const bounds = { low: oldest.position, high: head.position };
    const after = { position: await this.positionBefore(userId, from.getTime(), bounds), entry: 0 };
    const end = to === null ? head.position : await this.positionBefore(userId, to.getTime(), bounds);
    if (end <= after.position) throw badInput('from', 'The log has no events from this period.', 'NOT_FOUND');
    return { after, until: { position: end, entry: 0 } };
  }

  /** The last position before an instant, by bisection: positions are in the order of time, but for its small change. */
  private async positionBefore(userId: number, at: number, bounds: { low: number; high: number }): Promise<number> {
    let { low, high } = bounds;
    const sql = `SELECT occurred_at FROM outbox WHERE user_id = ? AND position <= ? ORDER BY position DESC LIMIT 1`;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const [row] = await this.database.query<{ occurred_at: number }>(sql, [userId, middle]);
      if (row === undefined || Number(row.occurred_at) < at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const noLongerKept = (): AppError =>
  badInput('attempt_id', 'The log no longer keeps these events; they are kept for 7 days.', 'OVER');
