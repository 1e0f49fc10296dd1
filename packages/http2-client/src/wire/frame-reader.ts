import { Code, ConnectionError } from './connection-error.js';
import { FRAME_HEADER_BYTES, type FrameHeader, MAX_FRAME_BYTES } from './frame.js';

/** Cuts the bytes that arrive into frames. A payload is valid only during `onFrame`. */
export class FrameReader {
  /** The beginning of a frame whose end has not arrived. */
  private held: Buffer | null = null;
  private heldBytes = 0;

  constructor(private readonly onFrame: (header: FrameHeader, payload: Buffer) => void) {}

  /** @throws ConnectionError if a frame exceeds 16 KiB, and any error of `onFrame`. */
  read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.readWhole(chunk, at) ?? this.hold(chunk, at);
  }

  /** Returns where the next frame begins, or null if this frame is incomplete. */
  private readWhole(chunk: Buffer, at: number): number | null {
    const start = at + FRAME_HEADER_BYTES;
    if (this.heldBytes > 0 || start > chunk.length) return null;
    const end = start + lengthAt(chunk, at);
    if (end > chunk.length) return null;
    this.onFrame(headerAt(chunk, at), chunk.subarray(start, end));
    return end;
  }

  private hold(chunk: Buffer, at: number): number {
    this.held ??= Buffer.allocUnsafe(FRAME_HEADER_BYTES + MAX_FRAME_BYTES);
    const { held } = this;
    const isHeader = this.heldBytes < FRAME_HEADER_BYTES;
    const wanted = isHeader ? FRAME_HEADER_BYTES : FRAME_HEADER_BYTES + lengthAt(held, 0);
    const copied = chunk.copy(held, this.heldBytes, at, at + wanted - this.heldBytes);
    this.heldBytes += copied;
    if (this.heldBytes >= FRAME_HEADER_BYTES && this.heldBytes === FRAME_HEADER_BYTES + lengthAt(held, 0)) {
      const end = this.heldBytes;
      this.held = null;
      this.heldBytes = 0;
      this.onFrame(headerAt(held, 0), held.subarray(FRAME_HEADER_BYTES, end));
    }
    return at + copied;
  }
}

function lengthAt(bytes: Buffer, at: number): number {
  const length = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
  if (length > MAX_FRAME_BYTES) throw new ConnectionError(Code.frameSizeError, 'A frame exceeds 16 KiB.');
  return length;
}

const headerAt = (bytes: Buffer, at: number): FrameHeader => ({
  length: lengthAt(bytes, at),
  type: bytes[at + 3] as number,
  flags: bytes[at + 4] as number,
  streamId: bytes.readUInt32BE(at + 5) & 0x7fffffff,
});
