import { Code, ConnectionError } from './connection-error.js';
import { Frame, INITIAL_WINDOW } from './frame.js';
import type { FrameWriter } from './frame-writer.js';

/** Bytes that all unfinished answers of a connection may hold together. */
const WINDOW_BYTES = 16 * 1024 * 1024;

/** The flow-control window for everything that the peer sends on a connection. */
export class ReceiveWindow {
  private bytes = WINDOW_BYTES;
  /** Received bytes that are no longer held, and not granted again yet. */
  private releasedBytes = 0;

  constructor(private readonly writer: FrameWriter) {}

  /** Grows the initial window. */
  open(): void {
    this.writer.numbers({ type: Frame.windowUpdate, streamId: 0 }, [WINDOW_BYTES - INITIAL_WINDOW]);
  }

  /** @throws ConnectionError if the peer exceeds the window. */
  take(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0)
      throw new ConnectionError(Code.flowControlError, 'The server exceeds the window of the connection.');
  }

  /** Grants the peer these bytes again, once half the window has accumulated. */
  release(bytes: number): void {
    this.releasedBytes += bytes;
    if (this.releasedBytes < WINDOW_BYTES / 2) return;
    this.writer.numbers({ type: Frame.windowUpdate, streamId: 0 }, [this.releasedBytes]);
    this.bytes += this.releasedBytes;
    this.releasedBytes = 0;
  }
}
