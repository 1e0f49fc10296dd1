import { Code, ConnectionError } from './connection-error.js';

export const FRAME_HEADER_BYTES = 9;
/** The initial SETTINGS_MAX_FRAME_SIZE of both sides, and the smallest allowed one (RFC 9113, 4.2). */
export const MAX_FRAME_BYTES = 16 * 1024;
const LARGEST_MAX_FRAME_BYTES = 2 ** 24 - 1;

/** Every flow-control window begins with this size (RFC 9113, 6.9.2). */
export const INITIAL_WINDOW = 65_535;

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
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

const SETTING_BYTES = 6;

export const Flag = { ack: 1, endStream: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

export interface FrameHeader {
  /** Bytes of the payload. */
  readonly length: number;
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
}

/** Whether a frame belongs to a stream or to the connection, and the length of its payload. Other frames are ignored. */
const RULES: ReadonlyMap<number, { isOfStream?: boolean; isOfConnection?: boolean; length?: number }> = new Map([
  [Frame.data, { isOfStream: true }],
  [Frame.headers, { isOfStream: true }],
  [Frame.continuation, { isOfStream: true }],
  [Frame.rstStream, { isOfStream: true, length: 4 }],
  [Frame.settings, { isOfConnection: true }],
  // Allowed nowhere, because our SETTINGS disable push.
  [Frame.pushPromise, {}],
  [Frame.ping, { isOfConnection: true, length: 8 }],
  [Frame.goaway, { isOfConnection: true }],
  [Frame.windowUpdate, { isOfStream: true, isOfConnection: true, length: 4 }],
]);

/** @param nextId the next stream to open. @throws ConnectionError if a server must not send such a frame. */
export function checkFrame({ type, streamId, length }: FrameHeader, nextId: number): void {
  const rule = RULES.get(type);
  if (rule === undefined) return;
  const isOurs = streamId < nextId && streamId % 2 === 1;
  if (!(streamId === 0 ? rule.isOfConnection : rule.isOfStream && isOurs))
    throw new ConnectionError(Code.protocolError, 'A frame is not allowed on its stream.');
  if (rule.length !== undefined && length !== rule.length)
    throw new ConnectionError(Code.frameSizeError, 'A frame has the wrong length.');
}

/** The payload without padding, and without the priority that RFC 9113 deprecates. */
export function contentOf({ type, flags }: FrameHeader, payload: Buffer): Buffer {
  let start = 0;
  let end = payload.length;
  if (flags & Flag.padded) {
    start = 1;
    end -= payload[0] ?? 0;
  }
  if (type === Frame.headers && flags & Flag.priority) start += 5;
  if (start > end) throw new ConnectionError(Code.protocolError, 'The padding exceeds its frame.');
  return start === 0 && end === payload.length ? payload : payload.subarray(start, end);
}

/** The payload of a SETTINGS frame. */
export function settingsPayload(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(settings.length * SETTING_BYTES);
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, index * SETTING_BYTES);
    payload.writeUInt32BE(value, index * SETTING_BYTES + 2);
  }
  return payload;
}

/** Reads a SETTINGS frame into values by id. @throws ConnectionError if RFC 9113, 6.5 forbids it. */
export function readSettings({ flags }: FrameHeader, payload: Buffer): Map<number, number> {
  const isAck = (flags & Flag.ack) !== 0;
  if (payload.length % SETTING_BYTES !== 0 || (isAck && payload.length > 0))
    throw new ConnectionError(Code.frameSizeError, 'A SETTINGS frame has the wrong length.');
  const settings = new Map<number, number>();
  for (let at = 0; at < payload.length; at += SETTING_BYTES)
    settings.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
  const maxFrameBytes = settings.get(Setting.maxFrameSize) ?? MAX_FRAME_BYTES;
  const isInRange = maxFrameBytes >= MAX_FRAME_BYTES && maxFrameBytes <= LARGEST_MAX_FRAME_BYTES;
  if (!isInRange || (settings.get(Setting.enablePush) ?? 0) !== 0)
    throw new ConnectionError(Code.protocolError, 'A setting has a forbidden value.');
  return settings;
}
