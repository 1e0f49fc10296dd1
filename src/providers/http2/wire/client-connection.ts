import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { MAX_ANSWER_BYTES } from '../../exchange.js';
import { BodySender, type Outgoing } from './body-sender.js';
import { Code, ConnectionError } from './connection-error.js';
import {
  checkFrame,
  contentOf,
  FIRST_WINDOW,
  Flag,
  Frame,
  type FrameHeader,
  readSettings,
  Setting,
  settingsPayload,
} from './frame.js';
import { FrameReader } from './frame-reader.js';
import { FrameWriter, type RequestHeaders } from './frame-writer.js';
import { HeadersReader } from './headers-reader.js';
import { MAX_HEADERS_BYTES } from './hpack-decoder.js';
import { HpackEncoder } from './hpack-encoder.js';
import type { ConnectionListener, StreamClose, StreamListener } from './listeners.js';
import { StreamTable } from './stream-table.js';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const MAX_STREAM_ID = 2 ** 31 - 1;
/** What all answers that have not ended may hold together. */
const CONNECTION_WINDOW = 16 * 1024 * 1024;
/** One byte more than is kept of an answer, so that a longer one shows; never widened. */
const STREAM_WINDOW = MAX_ANSWER_BYTES + 1;
/** Frames since the last whole answer. An honest peer needs three for each of 900 streams; a flood costs us one each. */
const MAX_FRAMES_WITHOUT_ANSWER = 100_000;
/** What a peer that asks and does not read may leave unwritten. */
const MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024;
/** How long a peer may take to close as well. */
const LINGER_MS = 250;

/** Without a base class, for which V8 compiles its making again and again in vain (docs/decisions/http2-client.md). */
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
 * The client's end of one HTTP/2 connection (RFC 9113): many small requests, and answers that are small or cut. No server
 * push, no priorities. Listeners are told while bytes are read, and must not throw.
 */
export class ClientConnection {
  private readonly reader = new FrameReader((header, payload) => this.take(header, payload));
  private readonly headers = new HeadersReader();
  private readonly encoder: HpackEncoder;
  private readonly writer: FrameWriter;
  private readonly bodies: BodySender;
  private readonly streams = new StreamTable<Stream>();
  private readonly pings: (() => void)[] = [];
  private nextId = 1;
  /** How much more the peer may send, and how much of what it sent is no longer held. */
  private window = CONNECTION_WINDOW;
  private releasedBytes = 0;
  private framesWithoutAnswer = 0;
  private hasSettings = false;
  private isOpen = false;
  private isClosing = false;
  private error: unknown;
  private lingerTimer: NodeJS.Timeout | undefined;

  /** @param socket that is about to connect. */
  constructor(
    private readonly socket: Socket,
    origin: URL,
    private readonly listener: ConnectionListener,
  ) {
    this.encoder = new HpackEncoder({ ':scheme': origin.protocol.slice(0, -1), ':authority': origin.host });
    this.writer = new FrameWriter(socket);
    this.bodies = new BodySender(this.writer);
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

  /** Sends a request; returns its stream, or null where HTTP forbids such headers or they are too large. */
  request(headers: RequestHeaders, body: Buffer, listener: StreamListener): number | null {
    const id = this.nextId;
    if (!this.writer.headers(id, headers, this.encoder)) return null;
    this.nextId += 2;
    const stream = new Stream(id, body, listener);
    this.streams.add(stream);
    this.bodies.begin(stream);
    return id;
  }

  /** Gives a stream up. */
  cancel(id: number): void {
    const stream = this.streams.get(id);
    if (stream !== undefined) this.reset(stream, Code.cancel);
  }

  /** @param onAnswer not called where the connection ends before. */
  ping(onAnswer: () => void): void {
    this.pings.push(onAnswer);
    this.writer.frame({ type: Frame.ping, flags: 0, streamId: 0 }, Buffer.alloc(8));
  }

  /** Tells the peer and ends, whether the peer ends as well or not. */
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

  /** Ends at once. */
  destroy(error: unknown): void {
    this.error ??= error;
    this.isClosing = true;
    this.socket.destroy();
  }

  private open(): void {
    if (this.socket instanceof TLSSocket && this.socket.alpnProtocol !== 'h2') {
      this.destroy(Object.assign(new Error('The server does not speak HTTP/2.'), { code: 'NO_HTTP2' }));
      return;
    }
    this.isOpen = true;
    this.socket.write(PREFACE);
    const settings = settingsPayload([
      [Setting.enablePush, 0],
      [Setting.initialWindowSize, STREAM_WINDOW],
      [Setting.maxHeaderListSize, MAX_HEADERS_BYTES],
    ]);
    this.writer.frame({ type: Frame.settings, flags: 0, streamId: 0 }, settings);
    this.writer.numbers({ type: Frame.windowUpdate, streamId: 0 }, [CONNECTION_WINDOW - FIRST_WINDOW]);
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

  /** Whether such a frame may come now. */
  private check(header: FrameHeader): void {
    this.framesWithoutAnswer += 1;
    if (this.framesWithoutAnswer > MAX_FRAMES_WITHOUT_ANSWER || this.socket.writableLength > MAX_UNWRITTEN_BYTES)
      throw new ConnectionError(Code.enhanceYourCalm, 'a flood');
    if (!this.hasSettings && header.type !== Frame.settings)
      throw new ConnectionError(Code.protocolError, 'no settings');
    if (this.headers.isInterruptedBy(header))
      throw new ConnectionError(Code.protocolError, 'a block of headers is cut');
    checkFrame(header, this.nextId);
  }

  private takeData(header: FrameHeader, payload: Buffer): void {
    const content = contentOf(header, payload);
    this.window -= header.length;
    if (this.window < 0) throw new ConnectionError(Code.flowControlError, 'more than the window');
    const stream = this.streams.get(header.streamId);
    if (stream === undefined) {
      this.release(header.length);
      return;
    }
    stream.receivedBytes += header.length;
    if (!stream.hasHeaders) {
      this.reset(stream, Code.protocolError);
      return;
    }
    if (content.length > 0) stream.listener.onData(content);
    // Who gets too much gives it up.
    const isOpen = this.streams.get(stream.id) !== undefined;
    if (isOpen && header.flags & Flag.endStream) this.finish(stream);
  }

  private takeHeaders(header: FrameHeader, payload: Buffer): void {
    const received = this.headers.read(header, payload);
    const stream = received === null ? undefined : this.streams.get(received.streamId);
    if (received === null || stream === undefined) return;
    const status = Number(received.headers[':status']);
    // After the answer's own headers there are only trailers, which nobody reads.
    if (!stream.hasHeaders) {
      if (!(status >= 100 && status <= 999)) {
        this.reset(stream, Code.protocolError);
        return;
      }
      if (status < 200) return;
      stream.hasHeaders = true;
      stream.listener.onHeaders(status, received.headers);
    }
    if (received.endsStream) this.finish(stream);
  }

  private takeReset({ streamId }: FrameHeader, payload: Buffer): void {
    const stream = this.streams.get(streamId);
    if (stream !== undefined) this.closeReset(stream, payload.readUInt32BE(0));
  }

  private takeSettings({ flags }: FrameHeader, payload: Buffer): void {
    if (flags & Flag.ack) return;
    const settings = readSettings(payload);
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
    if (payload.length < 8) throw new ConnectionError(Code.frameSizeError, 'a frame of no such length');
    const lastId = payload.readUInt32BE(0) & MAX_STREAM_ID;
    this.listener.onGoaway();
    for (const stream of this.streams.all) if (stream.id > lastId) this.closeStream(stream, { kind: 'unread' });
  }

  private takeWindowUpdate({ streamId }: FrameHeader, payload: Buffer): void {
    const bytes = payload.readUInt32BE(0) & MAX_STREAM_ID;
    if (streamId === 0) {
      this.bodies.widen(bytes);
      return;
    }
    const stream = this.streams.get(streamId);
    if (stream !== undefined && !this.bodies.widenStream(stream, bytes)) this.reset(stream, Code.flowControlError);
  }

  /** The answer is whole, whether or not the peer wanted the rest of the request. */
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
    this.release(stream.receivedBytes);
    stream.listener.onClose(end);
  }

  /** Lets the peer send as much again, once it is worth a frame. */
  private release(bytes: number): void {
    this.releasedBytes += bytes;
    if (this.releasedBytes < CONNECTION_WINDOW / 2) return;
    this.writer.numbers({ type: Frame.windowUpdate, streamId: 0 }, [this.releasedBytes]);
    this.window += this.releasedBytes;
    this.releasedBytes = 0;
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
