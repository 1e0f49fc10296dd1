import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** The bytes of a frame. */
export const frame = (type: number, flags: number, streamId: number, payload: Buffer = Buffer.alloc(0)): Buffer => {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = type;
  header[4] = flags;
  header.writeUInt32BE(streamId, 5);
  return Buffer.concat([header, payload]);
};

export const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

export const setting = (id: number, value: number): Buffer => {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(id, 0);
  bytes.writeUInt32BE(value, 2);
  return bytes;
};

export const SETTINGS = frame(4, 0, 0);
/** HEADERS with `:status: 200` that end the stream. */
export const answer = (streamId: number): Buffer => frame(1, 5, streamId, Buffer.from([0x88]));

export interface Received {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

/** A server whose bytes a test decides. It records the frames that it receives. */
export class RawServer {
  readonly received: Received[] = [];
  socket: Socket | undefined;
  private readonly server: Server;
  private bytes = Buffer.alloc(0);

  /** @param onFrame called for each frame. */
  constructor(onFrame: (frame: Received, send: (bytes: Buffer) => void) => void) {
    this.server = createServer((socket) => {
      this.socket = socket;
      this.bytes = Buffer.alloc(0);
      let isGreeted = false;
      socket.on('error', () => {});
      socket.on('data', (chunk: Buffer) => {
        this.bytes = Buffer.concat([this.bytes, chunk]);
        if (!isGreeted && this.bytes.length >= 24) {
          isGreeted = true;
          this.bytes = this.bytes.subarray(24);
        }
        if (isGreeted) this.takeFrames((received) => onFrame(received, (bytes) => socket.write(bytes)));
      });
    });
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The codes of the GOAWAY frames that arrived. */
  get goaways(): number[] {
    return this.received.filter(({ type }) => type === 7).map(({ payload }) => payload.readUInt32BE(4));
  }

  close(): void {
    this.socket?.destroy();
    this.server.close();
  }

  private takeFrames(onFrame: (received: Received) => void): void {
    while (this.bytes.length >= 9 && this.bytes.length >= 9 + this.bytes.readUIntBE(0, 3)) {
      const end = 9 + this.bytes.readUIntBE(0, 3);
      const received: Received = {
        type: this.bytes[3] as number,
        flags: this.bytes[4] as number,
        streamId: this.bytes.readUInt32BE(5),
        payload: this.bytes.subarray(9, end),
      };
      this.bytes = this.bytes.subarray(end);
      this.received.push(received);
      onFrame(received);
    }
  }
}

export const isRequest = ({ type }: Received): boolean => type === 1;

/** A DATA frame. */
export const data = (streamId: number, size: number, flags = 0): Buffer =>
  frame(0, flags, streamId, Buffer.alloc(size, 'x'));

/** HEADERS with `:status: 200` that leave the stream open. */
export const begun = (streamId: number): Buffer => frame(1, 4, streamId, Buffer.from([0x88]));
