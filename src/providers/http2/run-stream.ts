import type { Deadlines, Expiring } from '../deadlines.js';
import { type AnswerHeaders, type Exchange, MAX_ANSWER_BYTES, textOf } from '../exchange.js';
import type { ClientConnection } from './wire/client-connection.js';
import { Code } from './wire/connection-error.js';
import type { RequestHeaders } from './wire/frame-writer.js';
import type { StreamClose, StreamListener } from './wire/listeners.js';

export interface Http2Request extends RequestHeaders {
  readonly body: Buffer;
  /** Checked before the request takes a stream; one that is under way waits for its answer. */
  readonly signal: AbortSignal;
}

/** `unprocessed`: the server has certainly not acted on it, so sending again costs nothing. */
export type StreamEnd = Exchange | { readonly kind: 'unprocessed' };

/** What a stream's session is told of it, and knows. */
export interface StreamOwner {
  readonly deadlines: Deadlines;
  /** Once. @param answersBefore what `answers` was when the stream began. */
  streamEnded(end: StreamEnd, answersBefore: number): void;
  /** Once, after `streamEnded`: the slot is free. */
  streamClosed(): void;
  /** Answers so far on this session. */
  readonly answers: number;
}

const UNPROCESSED: StreamEnd = { kind: 'unprocessed' };

/** One request on a connection: body, answer, with a deadline. @param done called once, when the outcome is known. */
export function runStream(
  connection: ClientConnection,
  request: Http2Request,
  { owner, done }: { owner: StreamOwner; done: (end: StreamEnd) => void },
): void {
  const stream = new RequestStream(connection, owner, done);
  if (stream.begin(request)) return;
  // Not at once: the caller is in the middle of handing out streams.
  queueMicrotask(() => stream.end({ kind: 'lost', reason: 'request cannot be sent' }));
}

class RequestStream implements Expiring, StreamListener {
  place: Expiring['place'] = null;
  private id = 0;
  private status = 0;
  private headers: AnswerHeaders = {};
  private chunks: Buffer[] | null = null;
  private bytes = 0;
  private isExpired = false;
  private readonly answersBefore: number;

  constructor(
    private readonly connection: ClientConnection,
    private readonly owner: StreamOwner,
    private readonly done: (end: StreamEnd) => void,
  ) {
    this.answersBefore = owner.answers;
  }

  begin(request: Http2Request): boolean {
    const id = this.connection.request(request, request.body, this);
    if (id === null) return false;
    this.id = id;
    this.owner.deadlines.add(this);
    return true;
  }

  onHeaders(status: number, headers: AnswerHeaders): void {
    this.status = status;
    this.headers = headers;
  }

  onData(bytes: Buffer): void {
    this.bytes += bytes.length;
    if (this.bytes > MAX_ANSWER_BYTES) {
      this.connection.cancel(this.id);
      return;
    }
    this.chunks ??= [];
    this.chunks.push(Buffer.from(bytes));
  }

  onClose(close: StreamClose): void {
    this.end(this.judge(close));
  }

  /** No answer in time. */
  expire(): void {
    this.isExpired = true;
    this.connection.cancel(this.id);
  }

  private judge(close: StreamClose): StreamEnd {
    // A 200 without the rest of its body has been taken all the same, however long that is waited for.
    if (this.status === 200) return this.answer();
    const isWhole = close.kind === 'ended' || this.bytes > MAX_ANSWER_BYTES;
    if (this.status !== 0 && isWhole && !this.isExpired) return this.answer();
    if (close.kind === 'unread' || close.kind === 'ended') return UNPROCESSED;
    if (close.kind === 'reset' && close.code === Code.refusedStream) return UNPROCESSED;
    // Another status than 200 is a refusal, even if the rest of the answer is missing.
    const isUnanswered = close.hasLeft && this.status === 0;
    return { kind: isUnanswered ? 'unanswered' : 'lost', reason: this.isExpired ? 'timeout' : reasonOf(close) };
  }

  private answer(): StreamEnd {
    return { kind: 'answer', status: this.status, headers: this.headers, body: textOf(this.chunks) };
  }

  end(end: StreamEnd): void {
    this.owner.deadlines.remove(this);
    this.owner.streamEnded(end, this.answersBefore);
    this.done(end);
    this.owner.streamClosed();
  }
}

const reasonOf = (close: StreamClose): string =>
  (close.kind === 'reset' ? RESET_REASONS.get(close.code) : undefined) ?? 'connection reset';

const RESET_REASONS: ReadonlyMap<number, string> = new Map([
  [Code.enhanceYourCalm, 'stream reset: ENHANCE_YOUR_CALM'],
  [Code.internalError, 'stream reset: INTERNAL_ERROR'],
  [Code.cancel, 'stream reset: CANCEL'],
]);
