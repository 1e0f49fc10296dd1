import { chunk } from '../../collections.js';
import type { Webhook } from '../../entities/webhook.js';
import type { Clock } from '../../ports/clock.js';
import type { AccountEvent, EventCursor, EventPage } from '../event-log/account-event.js';
import type { EventLog } from '../event-log/event-log.js';
import { isEventType } from '../event-log/event-types/index.js';
import { ResyncRequired } from '../pubsub/resync-required.js';
import {
  BATCH_MS,
  cursorAfter,
  isBefore,
  MAX_BATCH,
  type Selection,
  upTo,
  type WebhookMessage,
} from './webhook-messages.js';
import {
  type ClaimedWebhook,
  MAX_WAITING,
  type ReplayRow,
  type RetryRow,
  rangeOfRow,
  type WebhookStore,
} from './webhook-store.js';

/** The messages to send next, in order. */
export interface WebhookStep {
  readonly messages: readonly WebhookMessage[];
  /** The source of the events; retries have rows of their own. */
  readonly from: 'retries' | 'log' | ReplayRow;
  /** The cursor once every message has had its attempt; null for retries. */
  readonly cursor: EventCursor | null;
  /** The replay ends with this step. */
  readonly isEnd?: boolean;
  /** Nothing more is sent before this time: a batch is filling. */
  readonly waitUntil?: number;
  /** The log has no further events. */
  readonly isLast?: boolean;
  /** The log no longer has the events after the cursor. */
  readonly isGap?: true;
}

interface StepDeps {
  readonly store: WebhookStore;
  readonly events: EventLog;
  readonly clock: Clock;
}

const RETRIES_PER_STEP = 20;
const EVENTS_PER_STEP = 100;
/** As many as a full row of the log has: reading a row in parts takes longer. */
const BATCHES_PER_STEP = 4;

/** Finds what a webhook gets next: due retries, then replays, then new events. */
export class WebhookSteps {
  constructor(private readonly deps: StepDeps) {}

  /** null: nothing is to be sent now. */
  async next(webhook: ClaimedWebhook): Promise<WebhookStep | null> {
    const { store, clock } = this.deps;
    const { id, retryAt, waiting, hasReplay } = webhook;
    const now = clock.now();
    const due = retryAt !== null && retryAt <= now ? await store.dueRetries(id, now, RETRIES_PER_STEP) : [];
    if (due.length > 0) return { messages: await this.readRetries(webhook, due), from: 'retries', cursor: null };
    if (waiting >= MAX_WAITING) return null;
    const replay = hasReplay ? await store.firstReplay(id) : null;
    return replay ? this.nextOfReplay(webhook, replay) : this.nextOfLog(webhook);
  }

  private async readRetries(webhook: ClaimedWebhook, rows: readonly RetryRow[]): Promise<WebhookMessage[]> {
    const messages: WebhookMessage[] = [];
    for (const row of rows) {
      const [range, size] = [rangeOfRow(row), Number(row.events)];
      const selection = selectionOf(row.selection === null ? webhook : JSON.parse(row.selection));
      // The log filters by type before it counts, and applications are left out afterwards.
      const limit = selection.appIds.length === 0 ? size : MAX_BATCH;
      const page = await this.read(webhook.userId, selection, { cursor: range.after, limit });
      const events = page === null ? [] : upTo(page.events, range.until);
      const tried = { kind: 'RETRY', attempt: Number(row.attempts) + 1, retryId: Number(row.id) } as const;
      messages.push({ ...tried, range, size, selection, events });
    }
    return messages;
  }

  private async nextOfReplay(webhook: ClaimedWebhook, replay: ReplayRow): Promise<WebhookStep> {
    const { after, until } = rangeOfRow(replay);
    const page = await this.read(webhook.userId, webhook, { cursor: after, limit: pageSize(webhook) });
    if (page === null) {
      const next = await this.deps.events.oldest(webhook.userId, after.position);
      return { messages: [], from: replay, cursor: next, isEnd: !isBefore(next, until) };
    }
    const events = upTo(page.events, until);
    const isOver = !isBefore(page.cursor, until) || !isBefore(after, page.cursor);
    const isEnd = isOver || events.length < page.events.length;
    const cursor = isEnd ? until : page.cursor;
    return { messages: toMessages(webhook, { after, events, cursor }, 'REPLAY'), from: replay, cursor, isEnd };
  }

  private async nextOfLog(webhook: ClaimedWebhook): Promise<WebhookStep | null> {
    const { clock, events: log } = this.deps;
    const after = cursorOf(webhook);
    const page = await this.read(webhook.userId, webhook, { cursor: after, limit: pageSize(webhook) });
    if (page === null)
      return { messages: [], from: 'log', cursor: await log.oldest(webhook.userId, webhook.position), isGap: true };
    const mayFill = webhook.mode === 'BATCH' && page.isLast && !page.isFull;
    const filling = mayFill ? page.events.length % MAX_BATCH : 0;
    const full = page.events.slice(0, page.events.length - filling);
    const fullAt = (page.events[full.length]?.occurredAt.getTime() ?? 0) + BATCH_MS;
    const isFilling = filling > 0 && fullAt > clock.now();
    const last = full.at(-1);
    if (isFilling && !last) return { messages: [], from: 'log', cursor: null, waitUntil: fullAt };
    const { events, cursor } = isFilling && last ? { events: full, cursor: cursorAfter(last) } : page;
    if (!isBefore(after, cursor)) return null;
    const messages = toMessages(webhook, { after, events, cursor }, 'LIVE');
    return { messages, from: 'log', cursor, isLast: page.isLast, ...(isFilling && { waitUntil: fullAt }) };
  }

  /** Returns the selected events; null if the log no longer has the next one. */
  private async read(
    userId: number,
    { types, appIds }: Selection,
    { cursor, limit }: { readonly cursor: EventCursor; readonly limit: number },
  ): Promise<(EventPage & { readonly isFull: boolean }) | null> {
    try {
      const wanted = types.length > 0 ? new Set(types.filter(isEventType)) : null;
      const page = await this.deps.events.readAfter(userId, cursor, { limit, types: wanted });
      const isFull = page.events.length >= limit;
      if (appIds.length === 0) return { ...page, isFull };
      return { ...page, isFull, events: page.events.filter(({ appId }) => appId === null || appIds.includes(appId)) };
    } catch (error) {
      if (error instanceof ResyncRequired) return null;
      throw error;
    }
  }
}

export const cursorOf = ({ position, entry }: Pick<Webhook, 'position' | 'entry'>): EventCursor => ({
  position,
  entry,
});

/** A retry reads `MAX_BATCH` events before it leaves out applications, so a message must not be spread over more. */
const pageSize = ({ mode, appIds }: Selection): number => {
  if (mode === 'SINGLE') return EVENTS_PER_STEP;
  return appIds.length === 0 ? BATCHES_PER_STEP * MAX_BATCH : MAX_BATCH;
};

const selectionOf = ({ mode, types, appIds }: Selection): Selection => ({ mode, types, appIds });

interface Read {
  readonly after: EventCursor;
  readonly events: readonly AccountEvent[];
  readonly cursor: EventCursor;
}

/** Each range begins where the one before it ends, so reading it again finds the same events. */
const toMessages = (
  webhook: ClaimedWebhook,
  { after: start, events, cursor }: Read,
  kind: 'LIVE' | 'REPLAY',
): WebhookMessage[] => {
  if (events.length === 0) return [];
  const selection = selectionOf(webhook);
  const first = { kind, attempt: 1, retryId: null, selection } as const;
  const isBatch = selection.mode === 'BATCH';
  let after = start;
  return chunk(events, isBatch ? MAX_BATCH : 1).map((part) => {
    const last = part.at(-1);
    const until = last === undefined || (isBatch && last === events.at(-1)) ? cursor : cursorAfter(last);
    const range = { after, until };
    after = until;
    return { ...first, range, size: part.length, events: part };
  });
};
