import { ABORTED, type Exchange } from '../exchange.js';
import { PooledSession, type SessionOptions } from './pooled-session.js';
import type { Http2Request, StreamEnd } from './run-stream.js';

/** A stream that the server did not look at goes again at no cost, but not for ever: the server may refuse all. */
const MAX_TRIES = 10;
/**
 * Streams opened between two looks of the event loop, which writes them then. Without a bound a page's first byte would
 * wait for its last stream; the page arrives as one wave, comes back as one, and both sides wait in turns
 * (docs/decisions/streams-a-turn.md).
 */
const STREAMS_A_TURN = 64;
/** After a further connection could not be had: those that there are serve meanwhile. */
const CONNECT_PAUSE_MS = 1_000;

interface Waiting {
  readonly request: Http2Request;
  /** Never throws. */
  readonly settle: (exchange: Exchange) => void;
  tries: number;
}

/** The sessions of one application with one provider, and the requests that wait for a free stream. */
export class AppSessions {
  private readonly waiting: Waiting[] = [];
  private sessions: PooledSession[] = [];
  private outstanding = 0;
  /** Streams opened since the event loop last came round. */
  private opened = 0;
  private failedAt = Number.NEGATIVE_INFINITY;
  private onIdle: (() => void) | undefined;

  constructor(private readonly options: SessionOptions) {}

  /** Nothing is asked, and no connection is kept. */
  get isEmpty(): boolean {
    return this.outstanding === 0 && this.sessions.length === 0;
  }

  /** @param settle called once; never throws. */
  request(request: Http2Request, settle: Waiting['settle']): void {
    this.outstanding += 1;
    this.waiting.push({ request, settle, tries: 0 });
    this.pump();
  }

  /** Ends connections that have long not been needed: all of them in a silence, those beyond the first after a peak. */
  closeIdle(): void {
    for (const session of this.sessions) if (session.isIdle) void session.close();
  }

  /** Nobody waits for answers any longer. */
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

  /** Hands waiting requests to free streams; opens another session only when all are full. */
  private pump(): void {
    while (this.waiting.length > 0) {
      if (this.opened >= STREAMS_A_TURN) return;
      const session = this.sessions.find((candidate) => candidate.hasRoom);
      if (session === undefined) {
        this.openAnother();
        return;
      }
      const next = this.waiting.shift();
      if (next !== undefined) this.start(session, next);
    }
  }

  private start(session: PooledSession, next: Waiting): void {
    if (next.request.signal.aborted) {
      this.settle(next, ABORTED);
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
      this.settle(next, { kind: 'lost', reason: 'stream refused' });
    } else {
      // Behind the others: where the server is full, one request must not use up its tries at once.
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
      onGone: (reason) => this.forget(session, reason),
    });
    this.sessions.push(session);
  }

  private forget(session: PooledSession, connectFailure: Exchange | null): void {
    this.sessions = this.sessions.filter((other) => other !== session);
    const isAlone = !this.sessions.some((other) => !other.isLeaving);
    if (connectFailure !== null) this.failedAt = performance.now();
    // Nobody can be reached: those who wait hear it now, not one connection attempt each.
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
