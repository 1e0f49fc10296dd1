import type { EventType } from './event-types/index.js';

/** An event of an account, as the feed, webhooks and sinks deliver it. */
export interface AccountEvent {
  /** Unique, and the same whenever the event is read. */
  readonly id: string;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly appId: number | null;
  /** Events of one device are in order. */
  readonly deviceId: number | null;
  /** JSON with the fields of the type, in its order. */
  readonly data: string;
  /** The whole event as JSON. */
  readonly json: string;
}

/** Everything up to `position` was read, and the first `entry` events of the next position. */
export interface EventCursor {
  readonly position: number;
  readonly entry: number;
}

export interface EventPage {
  readonly events: readonly AccountEvent[];
  /** Continues after the page. It moves even if no event is of a wanted type. */
  readonly cursor: EventCursor;
  /** Nothing was left to read. */
  readonly isLast: boolean;
}

/** The JSON of an event in the feed, in webhooks and in sinks. */
export const toEventJson = (event: Omit<AccountEvent, 'appId' | 'deviceId' | 'json'>): string =>
  `${BEFORE_ID}${event.id}${afterId(event)}${event.data}}`;

export const BEFORE_ID = '{"id":"';

/** The text between the id of an event and its data. */
export const afterId = ({ type, occurredAt }: Pick<AccountEvent, 'type' | 'occurredAt'>): string =>
  `","type":"${type}","timestamp":"${occurredAt.toISOString()}","data":`;

/** The usual size of an event, and the most bytes that a character of a text has in UTF-8. */
const [EVENT_BYTES, CHARACTER_BYTES] = [400, 3];

/**
 * The events with a text before, between and after them, as UTF-8. Writing event by event takes a quarter of the time of
 * joining their texts.
 */
export const joinEvents = (
  events: readonly Pick<AccountEvent, 'json'>[],
  [before, between, after]: readonly [before: string, between: string, after: string],
): Buffer => {
  let bytes = Buffer.allocUnsafe((events.length + 1) * EVENT_BYTES);
  let length = 0;
  const add = (text: string): void => {
    const needed = length + text.length * CHARACTER_BYTES;
    if (needed > bytes.length) bytes = Buffer.concat([bytes], needed * 2);
    length += bytes.write(text, length);
  };
  for (const [index, { json }] of events.entries()) add(`${index === 0 ? before : between}${json}`);
  add(events.length === 0 ? `${before}${after}` : after);
  return bytes.subarray(0, length);
};
