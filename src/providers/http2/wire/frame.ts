import { Code, ConnectionError } from './connection-error.js';

export const FRAME_HEADER_BYTES = 9;
/** What both sides take at once if they say nothing else, which is the least (RFC 9113, 4.2). */
export const MAX_FRAME_BYTES = 16 * 1024;

/** Every window at first, before it is widened (RFC 9113, 6.9.2). */
export const FIRST_WINDOW = 65_535;

/** RFC 9113, 6. */
export const Frame = {
  data: 0,
  headers: 1,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** RFC 9113, 6.5.2. */
export const Setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxHeaderListSize: 6,
} as const;

const SETTING_BYTES = 6;

export const Flag = { ack: 1, endStream: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

export interface FrameHeader {
  /** Of the payload. */
  readonly length: number;
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
}

/** Where a frame belongs, and how long its payload is; what is not here is passed over. */
const RULES: ReadonlyMap<number, { isOfStream?: boolean; isOfConnection?: boolean; length?: number }> = new Map([
  [Frame.data, { isOfStream: true }],
  [Frame.headers, { isOfStream: true }],
  [Frame.continuation, { isOfStream: true }],
  [Frame.rstStream, { isOfStream: true, length: 4 }],
  [Frame.settings, { isOfConnection: true }],
  // Not one: we said that we take none.
  [Frame.pushPromise, {}],
  [Frame.ping, { isOfConnection: true, length: 8 }],
  [Frame.goaway, { isOfConnection: true }],
  [Frame.windowUpdate, { isOfStream: true, isOfConnection: true, length: 4 }],
]);

/** @param nextId of the stream that would be opened next. @throws ConnectionError where a server must not send such a frame. */
export function checkFrame({ type, streamId, length }: FrameHeader, nextId: number): void {
  const rule = RULES.get(type);
  if (rule === undefined) return;
  const isOurs = streamId < nextId && streamId % 2 === 1;
  if (!(streamId === 0 ? rule.isOfConnection : rule.isOfStream && isOurs))
    throw new ConnectionError(Code.protocolError, 'a frame of no such stream');
  if (rule.length !== undefined && length !== rule.length)
    throw new ConnectionError(Code.frameSizeError, 'a frame of no such length');
}

/** A frame's content without padding, and without the priority that nobody heeds any more. */
export function contentOf({ type, flags }: FrameHeader, payload: Buffer): Buffer {
  let start = 0;
  let end = payload.length;
  if (flags & Flag.padded) {
    start = 1;
    end -= payload[0] ?? 0;
  }
  if (type === Frame.headers && flags & Flag.priority) start += 5;
  if (start > end) throw new ConnectionError(Code.protocolError, 'more padding than frame');
  return start === 0 && end === payload.length ? payload : payload.subarray(start, end);
}

/** The payload of SETTINGS: numbers by the settings' ids. */
export function settingsPayload(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(settings.length * SETTING_BYTES);
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, index * SETTING_BYTES);
    payload.writeUInt32BE(value, index * SETTING_BYTES + 2);
  }
  return payload;
}

/** @throws ConnectionError where it is not made of whole settings. */
export function readSettings(payload: Buffer): Map<number, number> {
  if (payload.length % SETTING_BYTES !== 0) throw new ConnectionError(Code.frameSizeError, 'cut settings');
  const settings = new Map<number, number>();
  for (let at = 0; at < payload.length; at += SETTING_BYTES)
    settings.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
  return settings;
}
