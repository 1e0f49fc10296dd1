import type { Webhook } from '../../entities/webhook.js';
import type { AttemptKind } from '../../entities/webhook-message.js';
import { type AccountEvent, type EventCursor, joinEvents } from '../event-log/account-event.js';

/** One request: an event, or a batch of events. */
export interface WebhookMessage {
  readonly kind: AttemptKind;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The row that it waits as; null in its first attempt. */
  readonly retryId: number | null;
  readonly range: EventRange;
  /** The number of events in its first attempt. */
  readonly size: number;
  /** That of its first attempt, whatever has changed since. */
  readonly selection: Selection;
  /** Fewer than `size` if the log has lost some since. */
  readonly events: readonly AccountEvent[];
}

/** Which events a webhook gets, and whether together. */
export type Selection = Pick<Webhook, 'mode' | 'types' | 'appIds'>;

/** The events of the log after one cursor, up to another. */
export interface EventRange {
  readonly after: EventCursor;
  readonly until: EventCursor;
}

export const MAX_BATCH = 500;
/** A batch that is not full waits until its first event is this old. */
export const BATCH_MS = 1_000;

/** The value of `webhook-id`: that of the event, or a text that depends only on the range. A retry has the same. */
export const messageId = (userId: number, { range, size }: Pick<WebhookMessage, 'range' | 'size'>): string => {
  const { after, until } = range;
  const single = until.entry === 0 ? `${until.position}` : `${until.position + 1}:${until.entry - 1}`;
  const text =
    size === 1
      ? `event:${userId}:${single}`
      : `events:${userId}:${after.position}:${after.entry}:${until.position}:${until.entry}`;
  return Buffer.from(text, 'latin1').toString('base64url');
};

/** The body: the event itself, or `batch` with a list of events. */
export const messageBody = (events: readonly AccountEvent[], isBatch: boolean): Buffer => {
  const [first] = events;
  if (!isBatch && first) return Buffer.from(first.json);
  const timestamp = (events.at(-1)?.occurredAt ?? new Date(0)).toISOString();
  return joinEvents(events, [`{"type":"batch","timestamp":"${timestamp}","data":[`, ',', ']}']);
};

/** The cursor behind an event. The id of the last event of a row has no place within the row. */
export const cursorAfter = ({ id }: Pick<AccountEvent, 'id'>): EventCursor => {
  const text = Buffer.from(id, 'base64url').toString('latin1');
  const [, position, entry] = /^event:\d+:(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (entry === undefined) return { position: Number(position), entry: 0 };
  return { position: Number(position) - 1, entry: Number(entry) + 1 };
};

export const isBefore = (cursor: EventCursor, other: EventCursor): boolean =>
  cursor.position < other.position || (cursor.position === other.position && cursor.entry < other.entry);

/** The events up to a cursor. */
export const upTo = (events: readonly AccountEvent[], until: EventCursor): AccountEvent[] =>
  events.filter((event) => !isBefore(until, cursorAfter(event)));
