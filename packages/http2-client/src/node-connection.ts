import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import type { Socket } from 'node:net';
import { Code } from './wire/connection-error.js';
import type { RequestHeaders } from './wire/frame-writer.js';
import { areAllowedHeaders } from './wire/header-rules.js';
import { type Connection, type ConnectionListener, failWithoutHttp2, type StreamListener } from './wire/listeners.js';

/** How long the peer may take to close its side. */
const LINGER_MS = 250;
/** In MB. The default of 10 MB resets streams when a full window of answers arrives. */
const MAX_SESSION_MEMORY = 64;

interface Open {
  readonly stream: ClientHttp2Stream;
  readonly listener: StreamListener;
  hasHeaders: boolean;
}

/**
 * The same connection over `node:http2`. It takes six times the CPU of `ClientConnection`, and serves as a fallback and as
 * a reference. It reports a request as having left once it has a stream, even if part of a large body still waits.
 */
export class NodeConnection implements Connection {
  /** The session of node:http2 keeps bodies itself. */
  readonly isBlocked = false;
  private readonly session: ClientHttp2Session;
  private readonly open = new Map<number, Open>();
  private nextKey = 1;
  private isConnected = false;
  private isClosing = false;
  /** Streams above this id were not processed (RFC 9113, 6.8). */
  private lastStreamId = Number.POSITIVE_INFINITY;
  private error: unknown;
  private lingerTimer: NodeJS.Timeout | undefined;

  /** @param socket one that is still connecting. */
  constructor(
    private readonly socket: Socket,
    origin: URL,
    listener: ConnectionListener,
  ) {
    this.session = connect(origin, {
      settings: { enablePush: false },
      maxSessionMemory: MAX_SESSION_MEMORY,
      createConnection: () => socket,
    });
    this.session.on('connect', () => this.begin(listener));
    this.session.on('remoteSettings', ({ maxConcurrentStreams }) => listener.onStreamLimit(maxConcurrentStreams));
    this.session.on('goaway', (_code, lastStreamId) => this.takeGoaway(lastStreamId, listener));
    this.session.on('error', (error) => {
      this.error ??= error;
    });
    this.session.on('close', () => this.end(listener));
  }

  get takesStreams(): boolean {
    return !this.isClosing && !this.session.closed && !this.session.destroyed;
  }

  request({ headers, own = {} }: RequestHeaders, body: Buffer, listener: StreamListener): number | null {
    if (!areAllowedHeaders(headers) || !areAllowedHeaders(own)) return null;
    const stream = this.openStream({ ...headers, ...own }, body);
    if (stream === null) return null;
    const key = this.nextKey;
    this.nextKey += 1;
    const open: Open = { stream, listener, hasHeaders: false };
    this.open.set(key, open);
    stream.on('response', (answer) => {
      open.hasHeaders = true;
      listener.onHeaders(Number(answer[':status']), answer);
    });
    stream.on('data', (bytes: Buffer) => {
      if (this.open.has(key)) listener.onData(bytes);
    });
    // The 'close' event always follows, and `rstCode` tells the cause.
    stream.on('error', () => undefined);
    stream.on('close', () => this.finish(key, open));
    return key;
  }

  cancel(key: number): void {
    const open = this.open.get(key);
    if (open === undefined) return;
    this.open.delete(key);
    open.stream.close(Code.cancel);
    // Without this, a body that waits for its window would keep the stream open.
    open.stream.destroy();
    open.listener.onClose({ kind: 'reset', code: Code.cancel, hasLeft: hasLeft(open) });
  }

  ping(onAnswer: () => void): void {
    this.session.ping((error) => {
      if (error === null) onAnswer();
    });
  }

  close(code: number = Code.noError): void {
    if (this.isClosing) return;
    this.isClosing = true;
    if (!this.isConnected) {
      this.socket.destroy();
      return;
    }
    this.session.destroy(undefined, code);
    this.lingerTimer = setTimeout(() => this.socket.destroy(), LINGER_MS);
  }

  destroy(error: unknown): void {
    this.error ??= error;
    this.isClosing = true;
    this.session.destroy();
    this.socket.destroy();
  }

  private begin(listener: ConnectionListener): void {
    this.isConnected = true;
    if (failWithoutHttp2(this.socket, this)) return;
    listener.onOpen();
  }

  /** Null if the session has just closed, or `node:http2` refuses the headers. */
  private openStream(headers: Record<string, string>, body: Buffer): ClientHttp2Stream | null {
    try {
      const stream = this.session.request(headers, { endStream: false });
      stream.end(body);
      return stream;
    } catch {
      return null;
    }
  }

  private takeGoaway(lastStreamId: number, listener: ConnectionListener): void {
    this.lastStreamId = Math.min(this.lastStreamId, lastStreamId);
    listener.onGoaway();
  }

  private finish(key: number, open: Open): void {
    if (!this.open.delete(key)) return;
    const { stream, listener, hasHeaders } = open;
    if (hasHeaders && stream.readableEnded) listener.onClose({ kind: 'ended' });
    else if (stream.rstCode === Code.refusedStream || !hasLeft(open) || Number(stream.id) > this.lastStreamId)
      listener.onClose({ kind: 'unread' });
    else if (this.session.destroyed) listener.onClose({ kind: 'lost', hasLeft: true });
    else listener.onClose({ kind: 'reset', code: stream.rstCode, hasLeft: true });
  }

  private end(listener: ConnectionListener): void {
    this.isClosing = true;
    clearTimeout(this.lingerTimer);
    for (const [key, open] of this.open) this.finish(key, open);
    listener.onClose(this.error);
  }
}

/** A stream gets its id when its headers are handed to the socket. */
const hasLeft = ({ stream }: Open): boolean => stream.id !== undefined && !stream.pending;
