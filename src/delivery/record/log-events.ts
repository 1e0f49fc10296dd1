import { chunk } from '../../collections.js';
import type { Tx } from '../../database/database.js';
import { appendRows } from './outbox-writer.js';

/** An event that only the event log has. Its type and the fields of `data` are defined in services/event-log. */
export interface LoggedEvent {
  readonly type: string;
  readonly appId?: number | null;
  readonly deviceId?: number | null;
  readonly runId?: number | null;
  /** The end user whom the event is about. The external id is looked up when the event is read, so none stays here. */
  readonly endUserId?: number | null;
  /** Further fields, as consumers get them. Never an external user id, a token or content. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events as a row has them: events that differ only in their device share an entry. */
export interface SharedEvents extends Omit<LoggedEvent, 'deviceId'> {
  readonly deviceIds?: readonly number[];
}

const EVENTS_PER_ROW = 500;

/**
 * Appends events to the log of an account. Call it late in the transaction: other writers of the account wait from here
 * until the commit.
 */
export const logEvents = async (
  tx: Tx,
  { userId, now }: { readonly userId: number; readonly now: number },
  events: readonly LoggedEvent[],
): Promise<void> => {
  const occurredAt = new Date(now);
  const rows = chunk(events, EVENTS_PER_ROW).map((part) => ({
    ...{ type: 'events' as const, subjectId: 0, payload: { events: packEvents(part) }, occurredAt, entries: null },
  }));
  await appendRows(tx, userId, rows);
};

/** Keeps the order. An import would otherwise repeat the same text for each of a million devices. */
const packEvents = (events: readonly LoggedEvent[]): SharedEvents[] => {
  const packed: (SharedEvents & { readonly deviceIds?: number[] })[] = [];
  let last = '';
  for (const { deviceId = null, ...shared } of events) {
    const key = JSON.stringify(shared);
    const alike = key === last ? packed.at(-1)?.deviceIds : undefined;
    if (deviceId === null) packed.push(shared);
    else if (alike) alike.push(deviceId);
    else packed.push({ ...shared, deviceIds: [deviceId] });
    last = key;
  }
  return packed;
};
