import type { AnswerHeaders } from '../../exchange.js';
import { Code, ConnectionError } from './connection-error.js';
import { contentOf, Flag, Frame, type FrameHeader } from './frame.js';
import { HpackDecoder, MAX_HEADERS_BYTES } from './hpack-decoder.js';

/** A whole block of headers, of whichever stream. */
export interface ReceivedHeaders {
  readonly streamId: number;
  readonly endsStream: boolean;
  readonly headers: AnswerHeaders;
}

/** Puts the frames of a block together, between which nothing else may come (RFC 9113, 4.3). */
export class HeadersReader {
  private readonly decoder = new HpackDecoder();
  private begun: { readonly header: FrameHeader; bytes: Buffer } | null = null;

  /** True if this frame is not the one that must come now. */
  isInterruptedBy({ type, streamId }: FrameHeader): boolean {
    if (this.begun === null) return type === Frame.continuation;
    return type !== Frame.continuation || streamId !== this.begun.header.streamId;
  }

  /** Null where more is to come. @throws ConnectionError where it is no HPACK, or too much. */
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
    // A copy: the payload is only there for now.
    if (this.begun === null) return { header, bytes: Buffer.from(contentOf(header, payload)) };
    const bytes = Buffer.concat([this.begun.bytes, payload]);
    if (bytes.length > MAX_HEADERS_BYTES) throw new ConnectionError(Code.enhanceYourCalm, 'too many headers');
    return { header: this.begun.header, bytes };
  }

  private decode({ streamId, flags }: FrameHeader, block: Buffer): ReceivedHeaders {
    return { streamId, endsStream: (flags & Flag.endStream) !== 0, headers: this.decoder.decode(block) };
  }
}
