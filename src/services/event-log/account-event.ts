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

/** An event that copies the bytes that it shares with others. Making and encoding its text takes twice as long. */
export interface CopiedEvent {
  /** At most this many bytes. */
  readonly mostBytes: number;
  /** Writes the JSON at a place of a buffer with room for it. Returns the place after it. */
  copyTo(bytes: Buffer, place: number): number;
}

/** The events with a text before, between and after them, all three in ASCII, as UTF-8. */
export const joinEvents = (
  events: readonly (Pick<AccountEvent, 'json'> & Partial<CopiedEvent>)[],
  [before, between, after]: readonly [before: string, between: string, after: string],
): Buffer => {
  let bytes = Buffer.allocUnsafe((events.length + 1) * EVENT_BYTES);
  let length = 0;
  const makeRoom = (more: number): void => {
    if (length + more > bytes.length) bytes = Buffer.concat([bytes], (length + more) * 2);
  };
  const add = (text: string): void => {
    makeRoom(text.length * CHARACTER_BYTES);
    length += bytes.write(text, length);
  };
  let separator = before;
  for (const event of events) {
    if (event.copyTo === undefined || event.mostBytes === undefined) add(`${separator}${event.json}`);
    else {
      makeRoom(separator.length + event.mostBytes);
      length = event.copyTo(bytes, copyAscii(separator, bytes, length));
    }
    separator = between;
  }
  add(events.length === 0 ? `${before}${after}` : after);
  return bytes.subarray(0, length);
};

/** Writes a text of ASCII characters. Returns the place after it. */
export const copyAscii = (text: string, bytes: Buffer, place: number): number => {
  for (let index = 0; index < text.length; index += 1) bytes[place + index] = text.charCodeAt(index);
  return place + text.length;
};
