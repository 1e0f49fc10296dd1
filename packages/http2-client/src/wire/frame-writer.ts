import type { Socket } from 'node:net';
import { Flag, FRAME_HEADER_BYTES, Frame, type FrameHeader, MAX_FRAME_BYTES } from './frame.js';
import type { Headers } from './header-rules.js';
import type { HpackEncoder } from './hpack-encoder.js';

const BUFFER_BYTES = 4 * (FRAME_HEADER_BYTES + MAX_FRAME_BYTES);
/** Write buffers that all connections share, so that an idle connection holds none. */
const spare: Buffer[] = [];
const MAX_SPARE = 16;

/** Pseudo headers come first. The connection adds `:scheme` and `:authority`. */
export interface RequestHeaders {
  /** Headers that many requests share: pass the same object each time, and it is validated once per connection. */
  readonly headers: Headers;
  /** Additional headers of this request only. */
  readonly own?: Headers;
}

const NONE: Headers = {};

/** Collects the frames of one turn of the event loop into one write, which costs as much as ten frames. */
export class FrameWriter {
  /** The last stream that was handed to the socket. Streams above it certainly never left. */
  writtenStreamId = 0;
  private lastStreamId = 0;
  private buffer: Buffer | null = null;
  private length = 0;
  private isScheduled = false;

  constructor(private readonly socket: Socket) {}

  /** Writes a HEADERS frame. Returns false if the headers exceed a frame or HTTP/2 forbids them. */
  headers(streamId: number, { headers, own }: RequestHeaders, encoder: HpackEncoder): boolean {
    const out = this.makeRoom(MAX_FRAME_BYTES);
    const start = this.length + FRAME_HEADER_BYTES;
    const end = encoder.encode(headers, own ?? NONE, out, start);
    if (end === null) return false;
    writeHeader(out, this.length, { type: Frame.headers, flags: Flag.endHeaders, streamId, length: end - start });
    this.length = end;
    this.lastStreamId = streamId;
    return true;
  }

  /** @param payload at most MAX_FRAME_BYTES. */
  frame(header: { type: number; flags: number; streamId: number }, payload: Buffer): void {
    const out = this.makeRoom(payload.length);
    const { type, flags, streamId } = header;
    writeHeader(out, this.length, { type, flags, streamId, length: payload.length });
    out.set(payload, this.length + FRAME_HEADER_BYTES);
    this.length += FRAME_HEADER_BYTES + payload.length;
  }

  /** Writes a frame of 32-bit numbers. */
  numbers(header: { type: number; flags?: number; streamId: number }, numbers: readonly number[]): void {
    const payload = Buffer.allocUnsafe(4 * numbers.length);
    for (const [index, number] of numbers.entries()) payload.writeUInt32BE(number, 4 * index);
    this.frame({ flags: 0, ...header }, payload);
  }

  /** Writes the collected frames now instead of at the end of the turn. */
  flush(): void {
    const { buffer, length } = this;
    if (buffer === null || length === 0) return;
    this.buffer = null;
    this.length = 0;
    // Nothing may follow a GOAWAY that closed this side.
    if (!this.socket.writable) return;
    this.writtenStreamId = this.lastStreamId;
    this.socket.write(buffer.subarray(0, length), () => {
      if (spare.length < MAX_SPARE) spare.push(buffer);
    });
  }

  private makeRoom(bytes: number): Buffer {
    if (this.length + FRAME_HEADER_BYTES + bytes > BUFFER_BYTES) this.flush();
    if (!this.isScheduled) this.flushSoon();
    this.buffer ??= spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    return this.buffer;
  }

  private flushSoon(): void {
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.flush();
    });
  }
}

function writeHeader(out: Buffer, at: number, { length, type, flags, streamId }: FrameHeader): void {
  out[at] = length >> 16;
  out[at + 1] = length >> 8;
  out[at + 2] = length;
  out[at + 3] = type;
  out[at + 4] = flags;
  out[at + 5] = streamId >> 24;
  out[at + 6] = streamId >> 16;
  out[at + 7] = streamId >> 8;
  out[at + 8] = streamId;
}
