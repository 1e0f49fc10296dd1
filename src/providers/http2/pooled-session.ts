import type { Socket } from 'node:net';
import { Deadlines, type Expiring } from '../deadlines.js';
import { describeError, type Exchange } from '../exchange.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { NOT_PUBLIC } from '../outbound/guarded-lookup.js';
import { openSocket } from './open-socket.js';
import { type Http2Request, runStream, type StreamEnd, type StreamOwner } from './run-stream.js';
import { StreamWindow } from './stream-window.js';
import { ClientConnection } from './wire/client-connection.js';

export interface Http2Limits {
  /** Connections of one application at once. */
  readonly sessions: number;
  readonly connectMs: number;
  /** From the request's first byte to the answer's last. */
  readonly answerMs: number;
  readonly pingEveryMs: number;
  /** A connection without a request for as long is closed. */
  readonly idleMs: number;
}

export interface SessionOptions {
  readonly origin: string;
  readonly connection: ConnectionOptions;
  readonly limits: Http2Limits;
}

export interface SessionEvents {
  /** A stream has become free. */
  readonly onRoom: () => void;
  /** The session takes nothing more and has ended; with a failure where it never began. */
  readonly onGone: (connectFailure: Exchange | null) => void;
}

/** One HTTP/2 connection: knows how many streams fit, notices when it is dead, and says which streams were not read. */
export class PooledSession implements StreamOwner {
  readonly deadlines: Deadlines;
  answers = 0;
  private readonly socket: Socket;
  private readonly connection: ClientConnection;
  private readonly streams = new StreamWindow();
  private unusedSince = performance.now();
  private phase: 'connecting' | 'open' | 'leaving' | 'gone' = 'connecting';
  private readonly connectTimer: NodeJS.Timeout;
  private readonly pingTimer: NodeJS.Timeout;

  constructor(
    private readonly options: SessionOptions,
    private readonly events: SessionEvents,
  ) {
    const { origin, connection, limits } = options;
    this.deadlines = new Deadlines(limits.answerMs);
    this.socket = openSocket(origin, connection);
    this.connection = new ClientConnection(this.socket, new URL(origin), {
      onOpen: () => this.open(),
      onStreamLimit: (limit) => this.streams.setPeerLimit(limit),
      onGoaway: () => this.leave(),
      onClose: (error) => this.end(error),
    });
    this.connectTimer = setTimeout(() => this.fail('ETIMEDOUT'), limits.connectMs);
    this.pingTimer = setInterval(() => this.ping(), limits.pingEveryMs).unref();
  }

  get isConnecting(): boolean {
    return this.phase === 'connecting';
  }

  /** Takes no new streams. */
  get isLeaving(): boolean {
    return this.phase === 'leaving' || this.phase === 'gone';
  }

  get isIdle(): boolean {
    const unusedMs = performance.now() - this.unusedSince;
    return this.phase === 'open' && this.streams.isEmpty && unusedMs >= this.options.limits.idleMs;
  }

  get hasRoom(): boolean {
    return this.phase === 'open' && this.streams.hasRoom && this.connection.takesStreams;
  }

  /** @param done called once the outcome is known; the stream's slot may stay taken a little longer. */
  run(request: Http2Request, done: (end: StreamEnd) => void): void {
    if (this.streams.open() === 1) this.socket.ref();
    runStream(this.connection, request, { owner: this, done });
    // A connection has ids for a billion streams: then the next one takes over.
    if (!this.connection.takesStreams) this.leave();
  }

  streamEnded(end: StreamEnd, answersBefore: number): void {
    if (end.kind === 'answer') this.answers += 1;
    if (end.kind === 'unprocessed' && !this.isLeaving) this.streams.shrink();
    // A whole timeout without a word on any stream: the connection itself is dead.
    const isTimeout = (end.kind === 'unanswered' || end.kind === 'lost') && end.reason === 'timeout';
    if (isTimeout && this.answers === answersBefore) this.fail('ETIMEDOUT');
  }

  streamClosed(): void {
    const isUnused = this.streams.release() === 0;
    if (isUnused) this.unusedSince = performance.now();
    if (isUnused && this.phase === 'leaving') this.connection.close();
    else if (isUnused) this.socket.unref();
    if (this.hasRoom) this.events.onRoom();
  }

  /** Ends requests that wait for their answer, as if their time was over. */
  giveUp(): void {
    this.deadlines.expireAll();
  }

  /** Ends at once: for when every request has its outcome. Tells the peer by GOAWAY. */
  close(): Promise<void> {
    if (this.phase === 'gone') return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.once('close', () => resolve());
      this.connection.close();
    });
  }

  private open(): void {
    clearTimeout(this.connectTimer);
    this.phase = 'open';
    this.events.onRoom();
    // Streams keep the process alive, an idle connection does not.
    if (this.streams.isEmpty) this.socket.unref();
  }

  /** The server goes away: streams that it looks at still get their answer, the others go elsewhere. */
  private leave(): void {
    if (this.phase !== 'gone') this.phase = 'leaving';
    if (this.streams.isEmpty) this.connection.close();
  }

  private ping(): void {
    if (this.phase !== 'open' || !this.connection.takesStreams) return;
    const ping: Expiring = { place: null, expire: () => this.fail('ETIMEDOUT') };
    this.deadlines.add(ping);
    this.connection.ping(() => this.deadlines.remove(ping));
  }

  private fail(code: string): void {
    this.connection.destroy(Object.assign(new Error('connection failed'), { code }));
  }

  private end(error: unknown): void {
    clearTimeout(this.connectTimer);
    clearInterval(this.pingTimer);
    this.deadlines.stop();
    const neverOpened = this.phase === 'connecting';
    this.phase = 'gone';
    this.events.onGone(neverOpened ? connectFailure(error) : null);
  }
}

function connectFailure(error: unknown): Exchange {
  const code = describeError(error);
  if (code === NOT_PUBLIC) return { kind: 'not-sent', reason: 'address not public', isForbidden: true };
  return { kind: 'lost', reason: `connection failed: ${code}` };
}
