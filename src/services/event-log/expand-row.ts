import type { SharedEvents } from '../../delivery/record/log-events.js';
import type { MessagesPayload } from '../../delivery/record/log-messages.js';
import { type StoredMessage, unpackMessages } from '../../delivery/record/message-log-codec.js';
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

/** The events of a row in their order. Leaves out types of a later release. */
export const expandRow = (row: OutboxEntry): StoredEvent[] => {
  const stored = expand(row);
  return stored.flatMap((event, entry) => {
    const { type } = event;
    return isEventType(type) ? [{ ...NOTHING, ...event, type, entry, isLastOfRow: entry === stored.length - 1 }] : [];
  });
};

const NOTHING = { appId: null, deviceId: null, runId: null, endUserId: null, data: {} } as const;

type Expanded = { readonly type: string } & Partial<Omit<StoredEvent, 'type' | 'entry' | 'isLastOfRow'>>;

const expand = (row: OutboxEntry): Expanded[] => {
  const payload = JSON.parse(row.payload);
  const subject = Number(row.subject_id);
  if (row.type === 'messages') return expandMessages(row, payload);
  if (row.type === 'events') return (payload.events as SharedEvents[]).flatMap(expandAlike);
  if (row.type.startsWith('run.')) return [{ type: row.type, runId: subject, data: payload }];
  if (row.type.startsWith('app.')) return [{ type: row.type, appId: subject, data: payload }];
  const { appId = null, ...data } = payload;
  return [{ type: row.type, deviceId: subject, appId, data }];
};

const expandAlike = ({ deviceIds, ...event }: SharedEvents): Expanded[] =>
  deviceIds ? deviceIds.map((deviceId) => ({ ...event, deviceId })) : [event];

const expandMessages = ({ subject_id, entries }: OutboxEntry, { appId, schedulerId, kinds }: MessagesPayload) =>
  unpackMessages({ kinds, entries: entries ?? Buffer.alloc(0) }).map((message) => ({
    type: typeOf(message.outcome),
    appId,
    deviceId: message.deviceId,
    runId: Number(subject_id),
    data: { scheduler_id: schedulerId === null ? null : String(schedulerId), ...toData(message) },
  }));

const FAILED: ReadonlySet<OutcomeName> = new Set(['failed', 'invalid_token', 'expired']);

const typeOf = (outcome: OutcomeName): EventType => {
  if (outcome === 'sent') return 'message.sent';
  if (FAILED.has(outcome)) return 'message.failed';
  return outcome === HELD ? 'message.held' : 'message.dropped';
};

const toData = ({ pushId, language, outcome, code, detail, variant, occurrence }: StoredMessage) => ({
  push_id: pushId > 0 ? String(pushId) : null,
  language,
  outcome: outcome.toUpperCase(),
  code,
  detail,
  variant,
  occurrence: occurrence > 0 ? String(occurrence) : null,
});
