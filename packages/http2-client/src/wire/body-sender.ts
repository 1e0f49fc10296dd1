import { Code, ConnectionError } from './connection-error.js';
import { Flag, Frame, INITIAL_WINDOW, MAX_FRAME_BYTES } from './frame.js';
import type { FrameWriter } from './frame-writer.js';

/** The largest window that RFC 9113, 6.9.1 allows. */
const MAX_WINDOW = 2 ** 31 - 1;

/** The body of a request that is being sent. */
export interface Outgoing {
  readonly id: number;
  readonly body: Buffer;
  sentBytes: number;
  /** How many more bytes the peer accepts; negative after the peer has reduced its initial window. */
  window: number;
  /** Everything was sent, or the rest never will be. */
  isOver: boolean;
}

/** Sends bodies as far as the peer's windows allow, and the rest when they grow. */
export class BodySender {
  /** The window of the connection. */
  private window = INITIAL_WINDOW;
  /** The initial window of a stream. */
  private streamWindow = INITIAL_WINDOW;
  /** Streams that wait for a window, in the order in which they ran out. */
  private readonly waiting = new Set<Outgoing>();

  constructor(private readonly writer: FrameWriter) {}

  /** Streams wait because the window of the connection is used up, so another one could send no body either. */
  get isBlocked(): boolean {
    return this.window <= 0 && this.waiting.size > 0;
  }

  begin(stream: Outgoing): void {
    stream.window = this.streamWindow;
    this.send(stream);
  }

  /** @throws ConnectionError if the increment is 0, or the window grows beyond the maximum. */
  widen(bytes: number): void {
    if (bytes === 0) throw new ConnectionError(Code.protocolError, 'A WINDOW_UPDATE has an increment of 0.');
    this.window = checkWindow(this.window + bytes);
    this.resume();
  }

  /** Returns the error code to reset the stream with, or null. */
  widenStream(stream: Outgoing, bytes: number): number | null {
    if (bytes === 0) return Code.protocolError;
    stream.window += bytes;
    if (stream.window > MAX_WINDOW) return Code.flowControlError;
    if (!stream.isOver) this.resume();
    return null;
  }

  /** Applies the peer's SETTINGS_INITIAL_WINDOW_SIZE, which changes the windows of open streams too. */
  resize(streams: readonly Outgoing[], size: number): void {
    const more = checkWindow(size) - this.streamWindow;
    this.streamWindow = size;
    for (const stream of streams) stream.window = checkWindow(stream.window + more);
    this.resume();
  }

  /** Discards the rest of a body. */
  drop(stream: Outgoing): void {
    stream.isOver = true;
    this.waiting.delete(stream);
  }

  private resume(): void {
    if (this.waiting.size === 0 || this.window <= 0) return;
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const stream of waiting) this.send(stream);
  }

  private send(stream: Outgoing): void {
    const { id, body } = stream;
    while (!stream.isOver) {
      const left = body.length - stream.sentBytes;
      const size = Math.min(left, MAX_FRAME_BYTES, this.window, stream.window);
      if (left > 0 && size <= 0) {
        this.waiting.add(stream);
        return;
      }
      stream.isOver = size === left;
      const part = size === body.length ? body : body.subarray(stream.sentBytes, stream.sentBytes + size);
      this.writer.frame({ type: Frame.data, flags: stream.isOver ? Flag.endStream : 0, streamId: id }, part);
      stream.sentBytes += size;
      stream.window -= size;
      this.window -= size;
    }
  }
}

function checkWindow(bytes: number): number {
  if (bytes > MAX_WINDOW) throw new ConnectionError(Code.flowControlError, 'A window exceeds 2^31 - 1 bytes.');
  return bytes;
}
