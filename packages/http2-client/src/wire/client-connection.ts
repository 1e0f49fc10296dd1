import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { MAX_ANSWER_BYTES } from '../exchange.js';
import { BodySender, type Outgoing } from './body-sender.js';
import { Code, ConnectionError } from './connection-error.js';
import {
  checkFrame,
  contentOf,
  Flag,
  Frame,
  type FrameHeader,
  readSettings,
  Setting,
  settingsPayload,
} from './frame.js';
import { FrameReader } from './frame-reader.js';
import { FrameWriter, type RequestHeaders } from './frame-writer.js';
import { HeadersReader, type ReceivedHeaders } from './headers-reader.js';
import { MAX_HEADERS_BYTES } from './hpack-decoder.js';
import { HpackEncoder } from './hpack-encoder.js';
import {
  type Connection,
  type ConnectionListener,
  failWithoutHttp2,
  type StreamClose,
  type StreamListener,
} from './listeners.js';
import { ReceiveWindow } from './receive-window.js';
import { StreamTable } from './stream-table.js';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const MAX_STREAM_ID = 2 ** 31 - 1;
/** One byte more than is kept of an answer, which reveals that an answer is longer. Never widened. */
const STREAM_WINDOW = MAX_ANSWER_BYTES + 1;
/** Frames since the last complete answer that count as a flood. An honest peer needs three for each of 900 streams. */
const MAX_FRAMES_WITHOUT_ANSWER = 100_000;
/** Bytes that may wait for a peer that sends PING or SETTINGS and does not read the replies. */
const MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024;
/** How long the peer may take to close its side. */
const LINGER_MS = 250;

/** It has no base class: V8 recompiled subclass constructors endlessly (docs/decisions/http2-client.md). */
class Stream implements Outgoing {
  sentBytes = 0;
  window = 0;
  isOver = false;
  receivedBytes = 0;
  hasHeaders = false;

  constructor(
    readonly id: number,
    readonly body: Buffer,
    readonly listener: StreamListener,
  ) {}
}

/**
 * The client's end of one HTTP/2 connection (RFC 9113), for many small requests and small answers. Server push and
 * priorities are not supported. Listeners are called while bytes are being read, and must not throw.
 */
export class ClientConnection implements Connection {
  private readonly reader = new FrameReader((header, payload) => this.take(header, payload));
  private readonly headers = new HeadersReader();
  private readonly encoder: HpackEncoder;
  private readonly writer: FrameWriter;
  private readonly bodies: BodySender;
  private readonly window: ReceiveWindow;
  private readonly streams = new StreamTable<Stream>();
  private readonly pings: (() => void)[] = [];
  private nextId = 1;
  private framesWithoutAnswer = 0;
  private hasSettings = false;
  private isOpen = false;
  private isClosing = false;
  private error: unknown;
  private lingerTimer: NodeJS.Timeout | undefined;

  /** @param socket one that is still connecting. */
  constructor(
    private readonly socket: Socket,
    origin: URL,
    private readonly listener: ConnectionListener,
  ) {
    this.encoder = new HpackEncoder({ ':scheme': origin.protocol.slice(0, -1), ':authority': origin.host });
    this.writer = new FrameWriter(socket);
    this.bodies = new BodySender(this.writer);
    this.window = new ReceiveWindow(this.writer);
    socket.on(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => this.open());
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('error', (error) => {
      this.error ??= error;
    });
    socket.on('close', () => this.end());
  }

  get takesStreams(): boolean {
    return !this.isClosing && this.nextId <= MAX_STREAM_ID;
  }

  get isBlocked(): boolean {
    return this.bodies.isBlocked;
  }

  request(headers: RequestHeaders, body: Buffer, listener: StreamListener): number | null {
    const id = this.nextId;
    if (!this.writer.headers(id, headers, this.encoder)) return null;
    this.nextId += 2;
    const stream = new Stream(id, body, listener);
    this.streams.add(stream);
    this.bodies.begin(stream);
    return id;
  }

  cancel(id: number): void {
    const stream = this.streams.get(id);
    if (stream !== undefined) this.reset(stream, Code.cancel);
  }

  ping(onAnswer: () => void): void {
    this.pings.push(onAnswer);
    this.writer.frame({ type: Frame.ping, flags: 0, streamId: 0 }, Buffer.alloc(8));
  }

  close(code: number = Code.noError): void {
    if (this.isClosing) return;
    this.isClosing = true;
    if (!this.isOpen) {
      this.socket.destroy();
      return;
    }
    this.writer.numbers({ type: Frame.goaway, streamId: 0 }, [0, code]);
    this.writer.flush();
    this.socket.end();
    this.lingerTimer = setTimeout(() => this.socket.destroy(), LINGER_MS);
  }

  destroy(error: unknown): void {
    this.error ??= error;
    this.isClosing = true;
    this.socket.destroy();
  }

  private open(): void {
    if (failWithoutHttp2(this.socket, this)) return;
    this.isOpen = true;
    this.socket.write(PREFACE);
    const settings = settingsPayload([
      [Setting.enablePush, 0],
      [Setting.initialWindowSize, STREAM_WINDOW],
      [Setting.maxHeaderListSize, MAX_HEADERS_BYTES],
    ]);
    this.writer.frame({ type: Frame.settings, flags: 0, streamId: 0 }, settings);
    this.window.open();
    this.writer.flush();
    this.listener.onOpen();
  }

  private read(chunk: Buffer): void {
    if (this.error !== undefined) return;
    try {
      this.reader.read(chunk);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      this.error = error;
      this.close(error.code);
    }
  }

  private take(header: FrameHeader, payload: Buffer): void {
    this.check(header);
    const { type } = header;
    if (type === Frame.data) this.takeData(header, payload);
    else if (type === Frame.headers || type === Frame.continuation) this.takeHeaders(header, payload);
    else if (type === Frame.rstStream) this.takeReset(header, payload);
    else if (type === Frame.settings) this.takeSettings(header, payload);
    else if (type === Frame.ping) this.takePing(header, payload);
    else if (type === Frame.goaway) this.takeGoaway(payload);
    else if (type === Frame.windowUpdate) this.takeWindowUpdate(header, payload);
  }

  /** @throws ConnectionError if the frame is part of a flood, or not allowed now. */
  private check(header: FrameHeader): void {
    this.framesWithoutAnswer += 1;
    if (this.framesWithoutAnswer > MAX_FRAMES_WITHOUT_ANSWER || this.socket.writableLength > MAX_UNWRITTEN_BYTES)
      throw new ConnectionError(Code.enhanceYourCalm, 'The server floods this connection.');
    if (!this.hasSettings && header.type !== Frame.settings)
      throw new ConnectionError(Code.protocolError, 'The first frame is not SETTINGS.');
    if (this.headers.isInterruptedBy(header))
      throw new ConnectionError(Code.protocolError, 'A header block is interrupted.');
    checkFrame(header, this.nextId);
  }

  private takeData(header: FrameHeader, payload: Buffer): void {
    const content = contentOf(header, payload);
    this.window.take(header.length);
    const stream = this.streams.get(header.streamId);
    if (stream === undefined) {
      this.window.release(header.length);
      return;
    }
    stream.receivedBytes += header.length;
    if (!stream.hasHeaders) {
      this.reset(stream, Code.protocolError);
      return;
    }
    if (content.length > 0) stream.listener.onData(content);
    // The listener may have cancelled the stream.
    const isOpen = this.streams.get(stream.id) !== undefined;
    if (isOpen && header.flags & Flag.endStream) this.finish(stream);
  }

  private takeHeaders(header: FrameHeader, payload: Buffer): void {
    const received = this.headers.read(header, payload);
    const stream = received === null ? undefined : this.streams.get(received.streamId);
    if (received === null || stream === undefined) return;
    // Trailers follow the headers of an answer. They are ignored.
    if (!stream.hasHeaders && !this.beginAnswer(stream, received)) return;
    if (received.endsStream) this.finish(stream);
  }

  /** Returns false for an interim answer, and for a malformed one, which resets the stream. */
  private beginAnswer(stream: Stream, { headers, endsStream }: ReceivedHeaders): boolean {
    const status = Number(headers[':status']);
    const isInterim = status < 200;
    if (!(status >= 100 && status <= 999) || (isInterim && endsStream)) {
      this.reset(stream, Code.protocolError);
      return false;
    }
    if (isInterim) return false;
    stream.hasHeaders = true;
    stream.listener.onHeaders(status, headers);
    return true;
  }

  private takeReset({ streamId }: FrameHeader, payload: Buffer): void {
    const stream = this.streams.get(streamId);
    if (stream !== undefined) this.closeReset(stream, payload.readUInt32BE(0));
  }

  private takeSettings(header: FrameHeader, payload: Buffer): void {
    const settings = readSettings(header, payload);
    if (header.flags & Flag.ack) return;
    const tableSize = settings.get(Setting.headerTableSize);
    if (tableSize !== undefined) this.encoder.limitTable(tableSize);
    const windowSize = settings.get(Setting.initialWindowSize);
    if (windowSize !== undefined) this.bodies.resize(this.streams.all, windowSize);
    this.writer.numbers({ type: Frame.settings, flags: Flag.ack, streamId: 0 }, []);
    const saysLimit = !this.hasSettings || settings.has(Setting.maxConcurrentStreams);
    this.hasSettings = true;
    if (saysLimit) this.listener.onStreamLimit(settings.get(Setting.maxConcurrentStreams));
  }

  private takePing({ flags }: FrameHeader, payload: Buffer): void {
    if (flags & Flag.ack) this.pings.shift()?.();
    else this.writer.frame({ type: Frame.ping, flags: Flag.ack, streamId: 0 }, payload);
  }

  private takeGoaway(payload: Buffer): void {
    if (payload.length < 8) throw new ConnectionError(Code.frameSizeError, 'A GOAWAY frame is too short.');
    const lastId = payload.readUInt32BE(0) & MAX_STREAM_ID;
    this.listener.onGoaway();
    for (const stream of this.streams.all) if (stream.id > lastId) this.closeStream(stream, { kind: 'unread' });
  }

  private takeWindowUpdate({ streamId }: FrameHeader, payload: Buffer): void {
    const bytes = payload.readUInt32BE(0) & MAX_STREAM_ID;
    if (streamId === 0) {
      this.bodies.widen(bytes);
      this.listener.onWindow();
      return;
    }
    const stream = this.streams.get(streamId);
    const code = stream === undefined ? null : this.bodies.widenStream(stream, bytes);
    if (stream !== undefined && code !== null) this.reset(stream, code);
  }

  /** The answer is complete, whether or not the peer has read the whole request. */
  private finish(stream: Stream): void {
    this.framesWithoutAnswer = 0;
    if (!stream.isOver) this.writer.numbers({ type: Frame.rstStream, streamId: stream.id }, [Code.noError]);
    this.closeStream(stream, { kind: 'ended' });
  }

  private reset(stream: Stream, code: number): void {
    this.writer.numbers({ type: Frame.rstStream, streamId: stream.id }, [code]);
    this.closeReset(stream, code);
  }

  private closeReset(stream: Stream, code: number): void {
    this.closeStream(stream, { kind: 'reset', code, hasLeft: stream.isOver });
  }

  private closeStream(stream: Stream, end: StreamClose): void {
    this.streams.delete(stream.id);
    this.bodies.drop(stream);
    this.window.release(stream.receivedBytes);
    stream.listener.onClose(end);
  }

  private end(): void {
    this.isClosing = true;
    clearTimeout(this.lingerTimer);
    for (const stream of this.streams.all) {
      const isUnread = stream.id > this.writer.writtenStreamId;
      this.closeStream(stream, isUnread ? { kind: 'unread' } : { kind: 'lost', hasLeft: stream.isOver });
    }
    this.listener.onClose(this.error);
  }
}
