import type { Exchange, Failure } from './exchange.js';
import { PooledSession, type SessionOptions } from './pooled-session.js';
import type { Http2Request, StreamEnd } from './request-stream.js';

/** Repeating an unprocessed request is free, but a server may refuse every stream. */
const MAX_TRIES = 10;
/**
 * Streams opened in one turn of the event loop, which writes them at its end. Without a limit the first byte of a large
 * page waits for its last stream, and client and server then wait for each other in waves (docs/decisions/streams-a-turn.md).
 */
const STREAMS_PER_TURN = 64;
/** Pause after an additional connection failed, while the existing ones continue to serve. */
const CONNECT_PAUSE_MS = 1_000;

interface Waiting {
  readonly request: Http2Request;
  /** Never throws. */
  readonly settle: (exchange: Exchange) => void;
  tries: number;
}

/** The sessions of one group, and its requests that wait for a free stream. */
export class GroupSessions {
  private readonly waiting: Waiting[] = [];
  private sessions: PooledSession[] = [];
  private outstanding = 0;
  /** Streams opened in this turn of the event loop. */
  private opened = 0;
  private failedAt = Number.NEGATIVE_INFINITY;
  private onIdle: (() => void) | undefined;

  constructor(private readonly options: SessionOptions) {}

  /** No request is outstanding and no connection is open. */
  get isEmpty(): boolean {
    return this.outstanding === 0 && this.sessions.length === 0;
  }

  /** @param settle called once; never throws. */
  request(request: Http2Request, settle: Waiting['settle']): void {
    this.outstanding += 1;
    this.waiting.push({ request, settle, tries: 0 });
    this.pump();
  }

  /** Closes connections that have been unused for `limits.idleMs`. */
  closeIdle(): void {
    for (const session of this.sessions) if (session.isIdle) void session.close();
  }

  /** Expires every request that waits for its answer. */
  giveUp(): void {
    for (const session of [...this.sessions]) session.giveUp();
  }

  async close(): Promise<void> {
    if (this.outstanding > 0) {
      await new Promise<void>((resolve) => {
        this.onIdle = resolve;
      });
    }
    await Promise.all(this.sessions.map((session) => session.close()));
  }

  /** Hands waiting requests to free streams, and opens another session only when all are full. */
  private pump(): void {
    while (this.waiting.length > 0) {
      if (this.opened >= STREAMS_PER_TURN) return;
      const session = this.sessions.find(({ hasRoom, isBlocked }) => hasRoom && !isBlocked);
      if (session === undefined) {
        // A stream of a blocked session would only hold a header block until the window grows.
        if (!this.sessions.some(({ hasRoom }) => hasRoom)) this.openAnother();
        return;
      }
      const next = this.waiting.shift();
      if (next !== undefined) this.start(session, next);
    }
  }

  private start(session: PooledSession, next: Waiting): void {
    if (next.request.signal.aborted) {
      this.settle(next, { kind: 'not-sent', code: 'ABORTED' });
      return;
    }
    next.tries += 1;
    this.countOpened();
    session.run(next.request, (end) => this.finish(next, end));
  }

  private countOpened(): void {
    this.opened += 1;
    if (this.opened > 1) return;
    setImmediate(() => {
      this.opened = 0;
      this.pump();
    });
  }

  private finish(next: Waiting, end: StreamEnd): void {
    if (end.kind !== 'unprocessed') {
      this.settle(next, end);
    } else if (next.tries >= MAX_TRIES) {
      this.settle(next, { kind: 'lost', code: 'STREAM_REFUSED' });
    } else {
      // The request goes to the end of the queue: while the server is full, it must not use up its tries at once.
      this.waiting.push(next);
      this.pump();
    }
  }

  private openAnother(): void {
    const current = this.sessions.filter((session) => !session.isLeaving);
    if (current.length >= this.options.limits.sessions || current.some((session) => session.isConnecting)) return;
    if (current.length > 0 && performance.now() - this.failedAt < CONNECT_PAUSE_MS) return;
    const session = new PooledSession(this.options, {
      onRoom: () => this.pump(),
      onGone: (failure) => this.forget(session, failure),
    });
    this.sessions.push(session);
  }

  private forget(session: PooledSession, connectFailure: Failure | null): void {
    this.sessions = this.sessions.filter((other) => other !== session);
    const isAlone = !this.sessions.some((other) => !other.isLeaving);
    if (connectFailure !== null) this.failedAt = performance.now();
    // The server cannot be reached: all waiting requests fail now, instead of one for each connection attempt.
    if (connectFailure !== null && isAlone)
      for (const next of this.waiting.splice(0)) this.settle(next, connectFailure);
    this.pump();
  }

  private settle(next: Waiting, exchange: Exchange): void {
    next.settle(exchange);
    this.outstanding -= 1;
    if (this.outstanding === 0) this.onIdle?.();
  }
}
