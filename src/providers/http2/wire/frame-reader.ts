import { Code, ConnectionError } from './connection-error.js';
import { FRAME_HEADER_BYTES, type FrameHeader, MAX_FRAME_BYTES } from './frame.js';

/** Cuts what arrives into frames. A payload is only there while `onFrame` runs. */
export class FrameReader {
  /** What came of a frame whose end has not come yet. */
  private held: Buffer | null = null;
  private heldBytes = 0;

  constructor(private readonly onFrame: (header: FrameHeader, payload: Buffer) => void) {}

  /** @throws ConnectionError where a frame is too large, and whatever `onFrame` throws. */
  read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.readWhole(chunk, at) ?? this.hold(chunk, at);
  }

  /** Returns where the next frame begins, or null where this one is not all there. */
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
  if (length > MAX_FRAME_BYTES) throw new ConnectionError(Code.frameSizeError, 'too large a frame');
  return length;
}

const headerAt = (bytes: Buffer, at: number): FrameHeader => ({
  length: lengthAt(bytes, at),
  type: bytes[at + 3] as number,
  flags: bytes[at + 4] as number,
  streamId: bytes.readUInt32BE(at + 5) & 0x7fffffff,
});
