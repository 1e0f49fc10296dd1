import { type ClientHttp2Session, connect } from 'node:http2';
import type { Socket } from 'node:net';
import { Deadlines } from '../deadlines.js';
import { describeError, type Exchange } from '../exchange.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { NOT_PUBLIC } from '../outbound/guarded-lookup.js';
import { openSocket } from './open-socket.js';
import { type Http2Request, runStream, type StreamEnd, type StreamOwner } from './run-stream.js';
import { StreamWindow } from './stream-window.js';

const LINGER_MS = 250;

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
  private readonly session: ClientHttp2Session;
  private readonly streams = new StreamWindow();
  private unusedSince = performance.now();
  private phase: 'connecting' | 'open' | 'leaving' | 'gone' = 'connecting';
  private error: unknown;
  /** Streams above were not looked at (RFC 9113, 6.8). */
  private lastStreamId = Number.POSITIVE_INFINITY;
  private readonly connectTimer: NodeJS.Timeout;
  private readonly pingTimer: NodeJS.Timeout;
  private lingerTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: SessionOptions,
    private readonly events: SessionEvents,
  ) {
    const { origin, connection, limits } = options;
    this.deadlines = new Deadlines(limits.answerMs);
    this.socket = openSocket(origin, connection);
    // Node's default of 10 MB for a session would reset streams of a full window.
    this.session = connect(origin, {
      settings: { enablePush: false },
      maxSessionMemory: 64,
      createConnection: () => this.socket,
    });
    this.connectTimer = setTimeout(() => this.fail('ETIMEDOUT'), limits.connectMs);
    this.pingTimer = setInterval(() => this.ping(), limits.pingEveryMs).unref();
    this.session.on('connect', () => this.open());
    this.session.on('remoteSettings', (settings) => this.streams.setPeerLimit(settings.maxConcurrentStreams));
    this.session.on('goaway', (_code, lastStreamId) => this.leave(lastStreamId));
    this.session.on('error', (error) => {
      this.error = error;
    });
    this.session.on('close', () => this.end());
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
    return this.phase === 'open' && this.streams.hasRoom && !this.session.closed && !this.session.destroyed;
  }

  /** @param done called once the outcome is known; the stream's slot may stay taken a little longer. */
  run(request: Http2Request, done: (end: StreamEnd) => void): void {
    if (this.streams.open() === 1) this.session.ref();
    runStream(this.session, request, { owner: this, done });
  }

  wasUnread(streamId: number): boolean {
    return streamId > this.lastStreamId;
  }

  streamEnded(end: StreamEnd, answersBefore: number): void {
    if (end.kind === 'answer') this.answers += 1;
    if (end.kind === 'unprocessed' && !this.isLeaving) this.streams.shrink();
    // A whole timeout without a word on any stream: the connection itself is dead.
    if (end.kind === 'lost' && end.reason === 'timeout' && this.answers === answersBefore) this.fail('ETIMEDOUT');
  }

  streamClosed(): void {
    const isUnused = this.streams.release() === 0;
    if (isUnused) this.unusedSince = performance.now();
    if (isUnused && this.phase === 'leaving') this.hangUp();
    else if (isUnused) this.session.unref();
    if (this.hasRoom) this.events.onRoom();
  }

  /** Ends at once: for when every request has its outcome. Tells the peer by GOAWAY. */
  close(): Promise<void> {
    if (this.phase === 'gone') return Promise.resolve();
    return new Promise((resolve) => {
      this.session.once('close', resolve);
      this.hangUp();
    });
  }

  private open(): void {
    clearTimeout(this.connectTimer);
    this.phase = 'open';
    this.events.onRoom();
    // Streams keep the process alive, an idle connection does not.
    if (this.streams.isEmpty) this.session.unref();
  }

  /** The server goes away: streams up to the last id still get their answer, the others go elsewhere. */
  private leave(lastStreamId: number): void {
    this.lastStreamId = Math.min(this.lastStreamId, lastStreamId);
    if (this.phase !== 'gone') this.phase = 'leaving';
    if (this.streams.isEmpty) this.hangUp();
  }

  /** After GOAWAY Node waits for the peer to close as well; a peer that does not must not keep the connection. */
  private hangUp(): void {
    this.session.destroy();
    this.lingerTimer ??= setTimeout(() => this.socket.destroy(), LINGER_MS);
  }

  private ping(): void {
    if (this.phase !== 'open' || this.session.destroyed) return;
    const timer = setTimeout(() => this.fail('ETIMEDOUT'), this.options.limits.answerMs).unref();
    this.session.ping(() => clearTimeout(timer));
  }

  private fail(code: string): void {
    this.session.destroy(Object.assign(new Error('connection failed'), { code }));
    this.lingerTimer ??= setTimeout(() => this.socket.destroy(), LINGER_MS);
  }

  private end(): void {
    clearTimeout(this.connectTimer);
    clearInterval(this.pingTimer);
    clearTimeout(this.lingerTimer);
    this.deadlines.stop();
    const neverOpened = this.phase === 'connecting';
    this.phase = 'gone';
    this.events.onGone(neverOpened ? connectFailure(this.error) : null);
  }
}

function connectFailure(error: unknown): Exchange {
  const code = describeError(error);
  if (code === NOT_PUBLIC) return { kind: 'not-sent', reason: 'address not public', isForbidden: true };
  return { kind: 'lost', reason: `connection failed: ${code}` };
}
