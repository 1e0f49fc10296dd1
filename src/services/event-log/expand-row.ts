import type { SharedEvents } from '../../delivery/record/log-events.js';
import type { MessagesPayload } from '../../delivery/record/log-messages.js';
import { type Kind, unpackMessages } from '../../delivery/record/message-log-codec.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Outbox } from '../../entities/outbox.js';
import { HELD, type OutcomeName } from '../../entities/outcome.js';
import { type EventType, isEventType } from './event-types/index.js';

/** An event as its row has it, without the facts that are looked up. */
export interface StoredEvent {
  /** Its place in the row, and whether it is the last one there. */
  readonly entry: number;
  readonly isLastOfRow: boolean;
  readonly type: EventType;
  readonly appId: number | null;
  readonly deviceId: number | null;
  readonly runId: number | null;
  /** The end user whom the event is about, where there is no device. */
  readonly endUserId: number | null;
  readonly data: Readonly<Record<string, unknown>>;
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

/** The events of a row from a place on, in their order. Leaves out types of a later release. */
export function* expandRow(row: OutboxEntry, from = 0): Generator<StoredEvent> {
  const payload = JSON.parse(row.payload);
  if (row.type === 'messages') return yield* expandMessages(row, payload, from);
  const stored =
    row.type === 'events' ? (payload.events as SharedEvents[]).flatMap(expandAlike) : [expand(row, payload)];
  for (let entry = from; entry < stored.length; entry += 1) {
    const { type = '', ...event } = stored[entry] ?? {};
    if (isEventType(type)) yield { ...NOTHING, ...event, type, entry, isLastOfRow: entry === stored.length - 1 };
  }
}

const NOTHING = { appId: null, deviceId: null, runId: null, endUserId: null, data: {} } as const;

type Expanded = { readonly type: string } & Partial<Omit<StoredEvent, 'type' | 'entry' | 'isLastOfRow'>>;

const expand = ({ type, subject_id }: OutboxEntry, payload: Record<string, unknown>): Expanded => {
  const subject = Number(subject_id);
  if (type.startsWith('run.')) return { type, runId: subject, data: payload };
  if (type.startsWith('app.')) return { type, appId: subject, data: payload };
  const { appId = null, ...data } = payload;
  return { type, deviceId: subject, appId: appId as number | null, data };
};

const expandAlike = ({ deviceIds, ...event }: SharedEvents): Expanded[] =>
  deviceIds ? deviceIds.map((deviceId) => ({ ...event, deviceId })) : [event];

/** Messages of one kind share its data: a large run has millions of them. */
function* expandMessages(
  { subject_id, entries }: OutboxEntry,
  { appId, schedulerId, kinds }: MessagesPayload,
  from: number,
): Generator<StoredEvent> {
  const [runId, scheduler] = [Number(subject_id), schedulerId === null ? null : String(schedulerId)];
  const shared = new Map(kinds.map((kind) => [kind, { type: typeOf(kind[2]), data: toData(kind, scheduler) }]));
  for (const message of unpackMessages({ kinds, entries: entries ?? Buffer.alloc(0) }, from)) {
    const { kind, deviceId, occurrence, entry, isLast } = message;
    const { type = 'message.dropped', data = {} } = shared.get(kind) ?? {};
    const own = occurrence > 0 ? { ...data, occurrence: String(occurrence) } : data;
    yield { entry, isLastOfRow: isLast, type, appId, deviceId, runId, endUserId: null, data: own };
  }
}

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
