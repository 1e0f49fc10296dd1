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
export const toEventJson = ({ id, type, occurredAt, data }: AccountEvent): string =>
  `{"id":"${id}","type":"${type}","timestamp":"${textOf(occurredAt)}","data":${data}}`;

let lastInstant = new Date(0);
let lastText = lastInstant.toISOString();

/** The events of a row of the log share one instant, so its text is made once. */
const textOf = (instant: Date): string => {
  if (instant !== lastInstant) lastText = instant.toISOString();
  lastInstant = instant;
  return lastText;
};
