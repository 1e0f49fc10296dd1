import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fault of the network for matching requests. */
export interface Fault {
  /** The end of the path of affected requests. */
  readonly path: string;
  /** The number of affected requests, 1 by default. */
  readonly times?: number;
  /** The status of the answer. The service does not get the request. */
  readonly status?: number;
  /** Seconds, as the header `retry-after`. */
  readonly retryAfter?: number;
  /** The service gets the request, but the device gets no answer. */
  readonly lose?: boolean;
}

export interface Seen {
  /** For example `POST /events`. `/device` stands for a device's path. */
  readonly what: string;
  readonly at: number;
  readonly isFault: boolean;
}

interface Registration {
  readonly deviceId: string;
  readonly secret: string;
}

/** The network between a device and the service, which a scenario can break. */
export class StandIn implements AsyncDisposable {
  readonly seen: Seen[] = [];
  /** The service's latest answer to a registration. */
  registered: Registration | null = null;
  isOffline = false;
  private faults: { readonly fault: Fault; left: number }[] = [];

  static async open(service: string): Promise<StandIn> {
    const standIn: StandIn = new StandIn(
      new URL(service),
      createServer((asked, reply) => standIn.handle(asked, reply)),
    );
    await new Promise<void>((resolve) => standIn.server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  private constructor(
    private readonly service: URL,
    private readonly server: Server,
  ) {}

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Faults that have not affected a request yet. */
  get faultsLeft(): number {
    return this.faults.reduce((sum, { left }) => sum + left, 0);
  }

  add(fault: Fault): void {
    this.faults.push({ fault, left: fault.times ?? 1 });
  }

  private handle(asked: IncomingMessage, reply: ServerResponse): void {
    const { method = 'GET', url = '/' } = asked;
    const path = new URL(url, this.service).pathname;
    if (this.isOffline && path.startsWith('/sdk/v1/')) {
      asked.socket.destroy();
      return;
    }
    const fault = method === 'OPTIONS' ? null : this.take(path);
    if (method !== 'OPTIONS' && path.startsWith('/sdk/v1/'))
      this.seen.push({ what: `${method} ${toWords(path)}`, at: performance.now(), isFault: fault !== null });
    if (fault?.status !== undefined) {
      answerFault(reply, fault);
      return;
    }
    this.forward(asked, (answer, body) => {
      this.remember(answer, path, body);
      if (fault?.lose) {
        asked.socket.destroy();
        return;
      }
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      reply.end(body);
    });
  }

  private take(path: string): Fault | null {
    const hit = this.faults.find(({ fault, left }) => left > 0 && path.endsWith(fault.path));
    if (!hit) return null;
    hit.left -= 1;
    return hit.fault;
  }

  private forward(asked: IncomingMessage, done: (answer: IncomingMessage, body: Buffer) => void): void {
    const { method, url: path, headers } = asked;
    const { hostname, port } = this.service;
    const passed = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done(answer, Buffer.concat(parts)));
    });
    passed.on('error', () => asked.socket.destroy());
    asked.pipe(passed);
  }

  private remember({ statusCode }: IncomingMessage, path: string, body: Buffer): void {
    if (statusCode !== 201 || !path.endsWith('/devices')) return;
    const { device_id: deviceId, device_secret: secret } = JSON.parse(body.toString());
    this.registered = { deviceId, secret };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const answerFault = (reply: ServerResponse, { status = 500, retryAfter }: Fault): void => {
  const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after, date' };
  reply.writeHead(status, { ...cors, ...wait, 'content-type': 'application/json' });
  reply.end('{"error":"The stand-in fails."}');
};

const toWords = (path: string): string =>
  path
    .replace(/^\/sdk\/v1\/[^/]+/, '')
    .replace(/^\/devices\/\d+$/, '/device')
    .replace(/^\/devices\/\d+/, '');
