import type { Deadlines, Expiring } from './deadlines.js';
import { type AnswerHeaders, type Exchange, type Failure, MAX_ANSWER_BYTES } from './exchange.js';
import { Code, nameOfCode } from './wire/connection-error.js';
import type { RequestHeaders } from './wire/frame-writer.js';
import type { Connection, StreamClose, StreamListener } from './wire/listeners.js';

export interface Http2Request extends RequestHeaders {
  readonly body: Buffer;
  /** Checked until the request gets a stream. A request on its way waits for its answer. */
  readonly signal: AbortSignal;
}

/** `unprocessed`: the server has certainly not acted on the request, so it can be sent again. */
export type StreamEnd = Exchange | { readonly kind: 'unprocessed' };

/** The session of a stream. */
export interface StreamOwner {
  readonly deadlines: Deadlines;
  /** Called once. @param answersBefore the value of `answers` when the stream began. */
  streamEnded(end: StreamEnd, answersBefore: number): void;
  /** Called once, after `streamEnded`, when the slot is free. */
  streamClosed(): void;
  /** The number of answers on this session. */
  readonly answers: number;
}

const UNPROCESSED: StreamEnd = { kind: 'unprocessed' };

/** Runs one request on a connection, with a deadline. @param done called once, when the outcome is known. */
export function runStream(
  connection: Connection,
  request: Http2Request,
  { owner, done }: { owner: StreamOwner; done: (end: StreamEnd) => void },
): void {
  const stream = new RequestStream(connection, owner, done);
  if (stream.begin(request)) return;
  // Deferred, because the caller is still distributing streams.
  queueMicrotask(() => stream.end({ kind: 'lost', code: 'INVALID_REQUEST' }));
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
    private readonly connection: Connection,
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

  /** Called by the session's deadlines. */
  expire(): void {
    this.isExpired = true;
    this.connection.cancel(this.id);
  }

  private judge(close: StreamClose): StreamEnd {
    // Status 200 means that the server took the request, even if the rest of the body is missing.
    if (this.status === 200) return this.answer();
    const isWhole = close.kind === 'ended' || this.bytes > MAX_ANSWER_BYTES;
    if (this.status !== 0 && isWhole && !this.isExpired) return this.answer();
    if (close.kind === 'unread' || close.kind === 'ended') return UNPROCESSED;
    if (close.kind === 'reset' && close.code === Code.refusedStream) return UNPROCESSED;
    // Any other status is a refusal, even if the rest of the answer is missing.
    const isUnanswered = close.hasLeft && this.status === 0;
    return { kind: isUnanswered ? 'unanswered' : 'lost', ...(this.isExpired ? { code: 'TIMEOUT' } : causeOf(close)) };
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

const causeOf = (close: StreamClose): Pick<Failure, 'code' | 'detail'> =>
  close.kind === 'reset' ? { code: 'STREAM_RESET', detail: nameOfCode(close.code) } : { code: 'CONNECTION_LOST' };

/** Most answers have no body, or one that arrives in a single frame. */
function textOf(chunks: readonly Buffer[] | null): string {
  const [first] = chunks ?? [];
  if (chunks === null || first === undefined) return '';
  return (chunks.length === 1 ? first : Buffer.concat(chunks)).toString('utf8');
}
