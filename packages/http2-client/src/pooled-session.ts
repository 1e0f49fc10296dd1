import type { Socket } from 'node:net';
import { Deadlines, type Expiring } from './deadlines.js';
import type { Failure } from './exchange.js';
import { NodeConnection } from './node-connection.js';
import { openSocket, type SocketOptions } from './open-socket.js';
import { type Http2Request, runStream, type StreamEnd, type StreamOwner } from './request-stream.js';
import { StreamWindow } from './stream-window.js';
import { ClientConnection } from './wire/client-connection.js';
import type { Connection } from './wire/listeners.js';

export type Engine = 'javascript' | 'node';

export interface Limits {
  /** Connections that a group may have open at once. */
  readonly sessions: number;
  /** Milliseconds to open a connection. */
  readonly connectMs: number;
  /** Milliseconds from the first byte of a request to the last byte of its answer. */
  readonly answerMs: number;
  /** Milliseconds between two PING frames, which reveal a dead connection. */
  readonly pingEveryMs: number;
  /** Milliseconds without a request after which a connection is closed. */
  readonly idleMs: number;
}

export interface SessionOptions {
  readonly origin: string;
  readonly connection: SocketOptions;
  readonly engine: Engine;
  readonly limits: Limits;
}

export interface SessionEvents {
  /** A stream has become free. */
  readonly onRoom: () => void;
  /** The session has ended. @param connectFailure why it never opened; null if it had opened. */
  readonly onGone: (connectFailure: Failure | null) => void;
}

/** One HTTP/2 connection: limits its streams, detects that it is dead, and reports which requests were not processed. */
export class PooledSession implements StreamOwner {
  readonly deadlines: Deadlines;
  answers = 0;
  private readonly socket: Socket;
  private readonly connection: Connection;
  private readonly streams = new StreamWindow();
  private unusedSince = performance.now();
  private phase: 'connecting' | 'open' | 'leaving' | 'gone' = 'connecting';
  private readonly connectTimer: NodeJS.Timeout;
  private readonly pingTimer: NodeJS.Timeout;

  constructor(
    private readonly options: SessionOptions,
    private readonly events: SessionEvents,
  ) {
    const { origin, connection, engine, limits } = options;
    this.deadlines = new Deadlines(limits.answerMs);
    this.socket = openSocket(origin, connection);
    const ConnectionClass = engine === 'node' ? NodeConnection : ClientConnection;
    this.connection = new ConnectionClass(this.socket, new URL(origin), {
      onOpen: () => this.open(),
      onStreamLimit: (limit) => this.streams.setPeerLimit(limit),
      onWindow: () => {
        if (this.hasRoom) this.events.onRoom();
      },
      onGoaway: () => this.leave(),
      onClose: (error) => this.end(error),
    });
    this.connectTimer = setTimeout(() => this.fail('ETIMEDOUT'), limits.connectMs);
    this.pingTimer = setInterval(() => this.ping(), limits.pingEveryMs).unref();
  }

  get isConnecting(): boolean {
    return this.phase === 'connecting';
  }

  /** Accepts no new streams. */
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

  /** A new stream could not send its body yet. */
  get isBlocked(): boolean {
    return this.connection.isBlocked;
  }

  /** @param done called once the outcome is known. The stream's slot may remain in use a little longer. */
  run(request: Http2Request, done: (end: StreamEnd) => void): void {
    if (this.streams.acquire() === 1) this.socket.ref();
    runStream(this.connection, request, { owner: this, done });
    // A connection has ids for a billion streams, after which another one takes over.
    if (!this.connection.takesStreams) this.leave();
  }

  streamEnded(end: StreamEnd, answersBefore: number): void {
    if (end.kind === 'answer') this.answers += 1;
    if (end.kind === 'unprocessed' && !this.isLeaving) this.streams.shrink();
    // No stream got an answer during a whole timeout, so the connection itself is dead.
    const isTimeout = 'code' in end && end.code === 'TIMEOUT';
    if (isTimeout && this.answers === answersBefore) this.fail('ETIMEDOUT');
  }

  streamClosed(): void {
    const isUnused = this.streams.release() === 0;
    if (isUnused) this.unusedSince = performance.now();
    if (isUnused && this.phase === 'leaving') this.connection.close();
    else if (isUnused) this.socket.unref();
    if (this.hasRoom) this.events.onRoom();
  }

  /** Expires every request that waits for its answer. */
  giveUp(): void {
    this.deadlines.expireAll();
  }

  /** Sends GOAWAY and ends at once. Call it when every request has its outcome. */
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
    // Streams keep the process alive; an idle connection does not.
    if (this.streams.isEmpty) this.socket.unref();
  }

  /** The server is going away: streams that it processes still get their answers, the others move to another session. */
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
    this.connection.destroy(Object.assign(new Error('The HTTP/2 connection timed out.'), { code }));
  }

  private end(error: unknown): void {
    clearTimeout(this.connectTimer);
    clearInterval(this.pingTimer);
    this.deadlines.stop();
    const neverOpened = this.phase === 'connecting';
    this.phase = 'gone';
    this.events.onGone(neverOpened ? { kind: 'lost', code: 'CONNECT_FAILED', detail: errorCode(error) } : null);
  }
}

/** Only the code: messages of Node.js errors contain addresses. */
function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'error';
}
