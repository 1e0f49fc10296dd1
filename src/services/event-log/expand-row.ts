import type { SharedEvents } from '../../delivery/record/log-events.js';
import type { MessagesPayload } from '../../delivery/record/log-messages.js';
import { type Kind, visitMessages } from '../../delivery/record/message-log-codec.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Outbox } from '../../entities/outbox.js';
import { HELD, type OutcomeName } from '../../entities/outcome.js';
import { type EventType, isEventType } from './event-types/index.js';

/** What events of a row share, without the facts that are looked up. */
export interface EventKind {
  readonly place: { readonly userId: number; readonly position: number; readonly occurredAt: Date };
  readonly type: EventType;
  readonly appId: number | null;
  readonly runId: number | null;
  /** The end user whom the event is about, where there is no device. */
  readonly endUserId: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StoredEvent {
  /** The same object for many events of a row. */
  readonly kind: EventKind;
  readonly deviceId: number | null;
  /** Its place in the row, and whether it is the last one there. */
  readonly entry: number;
  readonly isLastOfRow: boolean;
}

export type OutboxEntry = Pick<
  RowOf<Outbox>,
  'position' | 'type' | 'subject_id' | 'occurred_at' | 'payload' | 'entries'
>;

const MESSAGE_OUTCOMES: ReadonlySet<string> = new Set([
  'message.sent',
  'message.failed',
  'message.held',
  'message.dropped',
]);

/** Whether a row of this type can hold an event of one of these types. */
export const mayHold = (rowType: string, types: ReadonlySet<EventType> | null): boolean => {
  if (types === null || rowType === 'events') return true;
  if (rowType === 'messages') return [...types].some((type) => MESSAGE_OUTCOMES.has(type));
  return isEventType(rowType) && types.has(rowType);
};

interface RowWish {
  /** The place of the first event. */
  readonly from: number;
  /** The largest number of events. */
  readonly limit: number;
  /** null: every type. */
  readonly types: ReadonlySet<EventType> | null;
}

/** The wanted events of a row, in their order. Leaves out types of a later release. */
export const expandRow = (row: OutboxEntry, userId: number, wish: RowWish): StoredEvent[] => {
  const payload = JSON.parse(row.payload);
  const place = { userId, position: Number(row.position), occurredAt: new Date(Number(row.occurred_at)) };
  if (row.type === 'messages') return expandMessages(row, { ...payload, place }, wish);
  return expandAlike(row.type === 'events' ? payload.events : [readSingle(row, payload)], place, wish);
};

const readSingle = ({ type, subject_id }: OutboxEntry, payload: Record<string, unknown>): SharedEvents => {
  const subject = Number(subject_id);
  if (type.startsWith('run.')) return { type, runId: subject, data: payload };
  if (type.startsWith('app.')) return { type, appId: subject, data: payload };
  const { appId = null, ...data } = payload;
  return { type, deviceIds: [subject], appId: appId as number | null, data };
};

const NOTHING = { appId: null, runId: null, endUserId: null, data: {} } as const;
const NO_DEVICE = [null] as const;

const expandAlike = (groups: readonly SharedEvents[], place: EventKind['place'], wish: RowWish): StoredEvent[] => {
  const events: StoredEvent[] = [];
  const count = groups.reduce((sum, { deviceIds = NO_DEVICE }) => sum + deviceIds.length, 0);
  let entry = 0;
  for (const { deviceIds = NO_DEVICE, type, ...shared } of groups) {
    const kind = isEventType(type) && isWanted(type, wish) ? { ...NOTHING, ...shared, type, place } : null;
    for (const deviceId of deviceIds) {
      if (events.length === wish.limit) return events;
      if (kind && entry >= wish.from) events.push({ kind, deviceId, entry, isLastOfRow: entry === count - 1 });
      entry += 1;
    }
  }
  return events;
};

const isWanted = (type: EventType, { types }: RowWish): boolean => types === null || types.has(type);

/** Messages of one kind share its data: a large run has millions of them. */
const expandMessages = (
  { subject_id, entries }: OutboxEntry,
  { appId, schedulerId, kinds, place }: MessagesPayload & Pick<EventKind, 'place'>,
  wish: RowWish,
): StoredEvent[] => {
  const shared = { place, appId, runId: Number(subject_id), endUserId: null };
  const scheduler = schedulerId === null ? null : String(schedulerId);
  const known = new Map<Kind, EventKind>(
    kinds.map((kind) => [kind, { ...shared, type: typeOf(kind[2]), data: toData(kind, scheduler) }]),
  );
  const events: StoredEvent[] = [];
  visitMessages({ kinds, entries: entries ?? Buffer.alloc(0) }, wish.from, (of, message) => {
    const { deviceId, occurrence, entry, isLast: isLastOfRow } = message;
    const kind = known.get(of);
    if (!kind || !isWanted(kind.type, wish)) return true;
    const own = occurrence > 0 ? { ...kind, data: { ...kind.data, occurrence: String(occurrence) } } : kind;
    return events.push({ kind: own, deviceId, entry, isLastOfRow }) < wish.limit;
  });
  return events;
};

const FAILED: ReadonlySet<OutcomeName> = new Set(['failed', 'invalid_token', 'expired']);

const typeOf = (outcome: OutcomeName): EventType => {
  if (outcome === 'sent') return 'message.sent';
  if (FAILED.has(outcome)) return 'message.failed';
  return outcome === HELD ? 'message.held' : 'message.dropped';
};

const toData = ([pushId, language, outcome, code, detail, variant]: Kind, schedulerId: string | null) => ({
  scheduler_id: schedulerId,
  push_id: pushId > 0 ? String(pushId) : null,
  ...{ language, outcome: outcome.toUpperCase(), code, detail, variant, occurrence: null as string | null },
});
