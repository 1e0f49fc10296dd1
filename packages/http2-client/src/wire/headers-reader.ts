import type { AnswerHeaders } from '../exchange.js';
import { Code, ConnectionError } from './connection-error.js';
import { contentOf, Flag, Frame, type FrameHeader } from './frame.js';
import { HpackDecoder, MAX_HEADERS_BYTES } from './hpack-decoder.js';

/** A complete header block of any stream. */
export interface ReceivedHeaders {
  readonly streamId: number;
  readonly endsStream: boolean;
  readonly headers: AnswerHeaders;
}

/** Joins the frames of a header block, which no other frame may interrupt (RFC 9113, 4.3). */
export class HeadersReader {
  private readonly decoder = new HpackDecoder();
  private begun: { readonly header: FrameHeader; bytes: Buffer } | null = null;

  /** Whether this frame interrupts a header block, or continues a missing one. */
  isInterruptedBy({ type, streamId }: FrameHeader): boolean {
    if (this.begun === null) return type === Frame.continuation;
    return type !== Frame.continuation || streamId !== this.begun.header.streamId;
  }

  /** Returns null until the block is complete. @throws ConnectionError if it is not valid HPACK, or too large. */
  read(header: FrameHeader, payload: Buffer): ReceivedHeaders | null {
    const isLast = (header.flags & Flag.endHeaders) !== 0;
    if (this.begun === null && isLast) return this.decode(header, contentOf(header, payload));
    this.begun = this.gather(header, payload);
    if (!isLast) return null;
    const { begun } = this;
    this.begun = null;
    return this.decode(begun.header, begun.bytes);
  }

  private gather(header: FrameHeader, payload: Buffer) {
    // Copied, because the payload is valid only during this call.
    if (this.begun === null) return { header, bytes: Buffer.from(contentOf(header, payload)) };
    const bytes = Buffer.concat([this.begun.bytes, payload]);
    if (bytes.length > MAX_HEADERS_BYTES)
      throw new ConnectionError(Code.enhanceYourCalm, 'A header block exceeds 16 KiB.');
    return { header: this.begun.header, bytes };
  }

  private decode({ streamId, flags }: FrameHeader, block: Buffer): ReceivedHeaders {
    return { streamId, endsStream: (flags & Flag.endStream) !== 0, headers: this.decoder.decode(block) };
  }
}
