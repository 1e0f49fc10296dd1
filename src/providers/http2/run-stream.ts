import { type ClientHttp2Session, type ClientHttp2Stream, constants, type OutgoingHttpHeaders } from 'node:http2';
import type { Deadlines, Expiring } from '../deadlines.js';
import { type AnswerHeaders, type Exchange, MAX_ANSWER_BYTES, textOf } from '../exchange.js';

export interface Http2Request {
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
  /** Checked before the request takes a stream; one that is under way waits for its answer. */
  readonly signal: AbortSignal;
}

/** `unprocessed`: the server has certainly not acted on it, so sending again costs nothing. */
export type StreamEnd = Exchange | { readonly kind: 'unprocessed' };

/** What a stream's session is told of it, and knows. */
export interface StreamOwner {
  readonly deadlines: Deadlines;
  /** True if the server said, when going away, that it has not looked at this stream. */
  wasUnread(streamId: number): boolean;
  /** Once. @param answersBefore what `answers` was when the stream began. */
  streamEnded(end: StreamEnd, answersBefore: number): void;
  /** Once, after `streamEnded`: the slot is free. Not on `end`, when the server still counts the stream. */
  streamClosed(): void;
  /** Answers so far on this session. */
  readonly answers: number;
}

/** One request on a session: POST, body, answer, with a deadline. @param done called once, when the outcome is known. */
export function runStream(
  session: ClientHttp2Session,
  request: Http2Request,
  { owner, done }: { owner: StreamOwner; done: (end: StreamEnd) => void },
): void {
  const stream = openStream(session, request);
  if (stream === null) {
    // Not at once: the caller is in the middle of handing out streams.
    queueMicrotask(() => {
      const isGone = session.closed || session.destroyed;
      const end: StreamEnd = isGone ? { kind: 'unprocessed' } : { kind: 'lost', reason: 'request cannot be sent' };
      owner.streamEnded(end, owner.answers);
      done(end);
      owner.streamClosed();
    });
    return;
  }
  new StreamReader(stream, owner, done);
}

/** Later versions of Node warn of it (DEP0194): RFC 9113 has no priorities any more. */
const hasWeight = Number.parseInt(process.versions.node, 10) < 22;

/**
 * All that node:http2 asks about, as it is by default: it copies the options and adds what is missing, one by one, which
 * for each stream takes 1 KB and 4 µs.
 */
const STREAM_OPTIONS = {
  endStream: false,
  ...(hasWeight && { weight: 16 }),
  parent: 0,
  exclusive: false,
  silent: false,
};

/** Null where the session has just closed, or the headers hold what HTTP forbids. */
function openStream(session: ClientHttp2Session, request: Http2Request): ClientHttp2Stream | null {
  try {
    const stream = session.request(request.headers, STREAM_OPTIONS);
    stream.end(request.body);
    return stream;
  } catch {
    return null;
  }
}

class StreamReader implements Expiring {
  place: Expiring['place'] = null;
  private status = 0;
  private headers: AnswerHeaders = {};
  private chunks: Buffer[] | null = null;
  private bytes = 0;
  private isCut = false;
  private isSettled = false;
  private readonly answersBefore: number;

  constructor(
    private readonly stream: ClientHttp2Stream,
    private readonly owner: StreamOwner,
    private readonly done: (end: StreamEnd) => void,
  ) {
    this.answersBefore = owner.answers;
    owner.deadlines.add(this);
    stream.on('response', (headers) => {
      this.status = Number(headers[':status']);
      this.headers = headers;
    });
    stream.on('data', (chunk: Buffer) => this.read(chunk));
    // What the error is shows in rstCode at `close`, which always follows.
    stream.on('error', ignore);
    stream.on('close', () => this.close());
  }

  /** No answer in time. */
  expire(): void {
    this.settle({ kind: 'lost', reason: 'timeout' });
    this.stream.close(constants.NGHTTP2_CANCEL);
  }

  private read(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes <= MAX_ANSWER_BYTES) {
      this.chunks ??= [];
      this.chunks.push(chunk);
      return;
    }
    this.isCut = true;
    this.stream.close(constants.NGHTTP2_CANCEL);
  }

  private close(): void {
    this.settle(this.judgeEnd());
    this.owner.streamClosed();
  }

  private judgeEnd(): StreamEnd {
    const code = this.stream.rstCode;
    const isComplete = this.isCut || this.stream.readableEnded;
    // A 200 without the rest of its body has been taken all the same.
    if (this.status === 200 || (this.status !== 0 && isComplete)) return this.answer();
    if (code === constants.NGHTTP2_REFUSED_STREAM) return { kind: 'unprocessed' };
    // Without an id it never left.
    if (this.stream.id === undefined || this.owner.wasUnread(this.stream.id)) return { kind: 'unprocessed' };
    return { kind: 'lost', reason: RESET_REASONS.get(code) ?? 'connection reset' };
  }

  private answer(): StreamEnd {
    return { kind: 'answer', status: this.status, headers: this.headers, body: textOf(this.chunks) };
  }

  private settle(end: StreamEnd): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.owner.deadlines.remove(this);
    this.owner.streamEnded(end, this.answersBefore);
    this.done(end);
  }
}

const ignore = (): void => undefined;

const RESET_REASONS: ReadonlyMap<number, string> = new Map([
  [constants.NGHTTP2_ENHANCE_YOUR_CALM, 'stream reset: ENHANCE_YOUR_CALM'],
  [constants.NGHTTP2_INTERNAL_ERROR, 'stream reset: INTERNAL_ERROR'],
  [constants.NGHTTP2_CANCEL, 'stream reset: CANCEL'],
]);
