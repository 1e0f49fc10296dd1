import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './services/guarded-process.js';

/** A proxy in front of the server that can refuse every connection. */
export class Door implements AsyncDisposable {
  static async open(target: URL): Promise<Door> {
    const door = new Door(target, await freePort());
    await door.open();
    return door;
  }

  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly target: URL,
    readonly port: number,
  ) {}

  async open(): Promise<void> {
    const server = createServer((socket) => this.join(socket));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
  }

  url(database: string): string {
    return `mongodb://127.0.0.1:${this.port}/${database}`;
  }

  shut(): void {
    this.server?.close();
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.shut();
  }

  private join(socket: Socket): void {
    const onward = connect(Number(this.target.port), this.target.hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
