import { Code, ConnectionError } from './connection-error.js';
import { FIRST_WINDOW, Flag, Frame, MAX_FRAME_BYTES } from './frame.js';
import type { FrameWriter } from './frame-writer.js';

/** No window may pass it (RFC 9113, 6.9.1). */
const MAX_WINDOW = 2 ** 31 - 1;

/** A request's body on its way. */
export interface Outgoing {
  readonly id: number;
  readonly body: Buffer;
  sentBytes: number;
  /** How much more the peer takes of it; below zero where it has taken some of that back. */
  window: number;
  /** All of it is sent, or nothing more will be. */
  isOver: boolean;
}

/** Sends bodies as far as the peer's windows go, and the rest as they are widened. */
export class BodySender {
  /** Of all streams together. */
  private window = FIRST_WINDOW;
  /** Of a stream that begins. */
  private streamWindow = FIRST_WINDOW;
  /** Those that wait for a window, in the order in which they came to it. */
  private readonly waiting = new Set<Outgoing>();

  constructor(private readonly writer: FrameWriter) {}

  begin(stream: Outgoing): void {
    stream.window = this.streamWindow;
    this.send(stream);
  }

  /** @throws ConnectionError where the window gets larger than it may. */
  widen(bytes: number): void {
    this.window = checkWindow(this.window + bytes);
    this.goOn();
  }

  /** @returns false where it must not be widened by as much. */
  widenStream(stream: Outgoing, bytes: number): boolean {
    stream.window += bytes;
    if (bytes === 0 || stream.window > MAX_WINDOW) return false;
    if (!stream.isOver) this.goOn();
    return true;
  }

  /** The peer's SETTINGS_INITIAL_WINDOW_SIZE, which holds for the streams that are open as well. */
  resize(streams: readonly Outgoing[], size: number): void {
    const more = checkWindow(size) - this.streamWindow;
    this.streamWindow = size;
    for (const stream of streams) stream.window = checkWindow(stream.window + more);
    this.goOn();
  }

  /** Nothing more of it is to be sent. */
  drop(stream: Outgoing): void {
    stream.isOver = true;
    this.waiting.delete(stream);
  }

  private goOn(): void {
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
  if (bytes > MAX_WINDOW) throw new ConnectionError(Code.flowControlError, 'too large a window');
  return bytes;
}
