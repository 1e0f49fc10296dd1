import { type ClientHttp2Session, type ClientHttp2Stream, constants, type OutgoingHttpHeaders } from 'node:http2';
import { type AnswerHeaders, type Exchange, MAX_ANSWER_BYTES } from '../exchange.js';

export interface Http2Request {
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
  /** Checked before the request takes a stream; one that is under way waits for its answer. */
  readonly signal: AbortSignal;
}

/** `unprocessed`: the server has certainly not acted on it, so sending again costs nothing. */
export type StreamEnd = Exchange | { readonly kind: 'unprocessed' };

export interface StreamRun {
  readonly answerMs: number;
  /** True if the server said, when going away, that it has not looked at this stream. */
  readonly wasUnread: (streamId: number) => boolean;
  /** Once. */
  readonly onEnd: (end: StreamEnd) => void;
  /** Once, after `onEnd`: the slot is free. Not on `end`, when the server still counts the stream. */
  readonly onClose: () => void;
}

/** One request on a session: POST, body, answer, with a deadline. */
export function runStream(session: ClientHttp2Session, request: Http2Request, run: StreamRun): void {
  const stream = openStream(session, request);
  if (stream === null) {
    // Not at once: the caller is in the middle of handing out streams.
    queueMicrotask(() => {
      const isGone = session.closed || session.destroyed;
      run.onEnd(isGone ? { kind: 'unprocessed' } : { kind: 'lost', reason: 'request cannot be sent' });
      run.onClose();
    });
    return;
  }
  new StreamReader(stream, run);
}

/** Null where the session has just closed, or the headers hold what HTTP forbids. */
function openStream(session: ClientHttp2Session, request: Http2Request): ClientHttp2Stream | null {
  try {
    const stream = session.request(request.headers, { endStream: false });
    stream.end(request.body);
    return stream;
  } catch {
    return null;
  }
}

class StreamReader {
  private status = 0;
  private headers: AnswerHeaders = {};
  private chunks: Buffer[] = [];
  private bytes = 0;
  private isComplete = false;
  private isSettled = false;
  private readonly deadline: NodeJS.Timeout;

  constructor(
    private readonly stream: ClientHttp2Stream,
    private readonly run: StreamRun,
  ) {
    this.deadline = setTimeout(() => this.expire(), run.answerMs);
    stream.on('response', (headers) => {
      this.status = Number(headers[':status']);
      this.headers = headers;
    });
    stream.on('data', (chunk: Buffer) => this.read(chunk));
    stream.on('end', () => {
      this.isComplete = true;
    });
    // What the error is shows in rstCode at `close`, which always follows.
    stream.on('error', () => {});
    stream.on('close', () => this.close());
  }

  private read(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes <= MAX_ANSWER_BYTES) {
      this.chunks.push(chunk);
      return;
    }
    this.isComplete = true;
    this.stream.close(constants.NGHTTP2_CANCEL);
  }

  private expire(): void {
    this.settle({ kind: 'lost', reason: 'timeout' });
    this.stream.close(constants.NGHTTP2_CANCEL);
  }

  private close(): void {
    this.settle(this.judgeEnd());
    this.run.onClose();
  }

  private judgeEnd(): StreamEnd {
    const code = this.stream.rstCode;
    // A 200 without the rest of its body has been taken all the same.
    if (this.status === 200 || (this.status !== 0 && this.isComplete)) return this.answer();
    if (code === constants.NGHTTP2_REFUSED_STREAM) return { kind: 'unprocessed' };
    // Without an id it never left.
    if (this.stream.id === undefined || this.run.wasUnread(this.stream.id)) return { kind: 'unprocessed' };
    return { kind: 'lost', reason: RESET_REASONS.get(code) ?? 'connection reset' };
  }

  private answer(): StreamEnd {
    const body = this.chunks.length === 0 ? '' : Buffer.concat(this.chunks).toString('utf8');
    return { kind: 'answer', status: this.status, headers: this.headers, body };
  }

  private settle(end: StreamEnd): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.deadline);
    this.run.onEnd(end);
  }
}

const RESET_REASONS: ReadonlyMap<number, string> = new Map([
  [constants.NGHTTP2_ENHANCE_YOUR_CALM, 'stream reset: ENHANCE_YOUR_CALM'],
  [constants.NGHTTP2_INTERNAL_ERROR, 'stream reset: INTERNAL_ERROR'],
  [constants.NGHTTP2_CANCEL, 'stream reset: CANCEL'],
]);
