import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** A `node:http2` server without TLS. */
export class TestServer {
  readonly sessions: ServerHttp2Session[] = [];
  readonly open = new Set<ServerHttp2Stream>();
  mostOpen = 0;
  requests = 0;
  private readonly server: Http2Server;

  constructor(handle: (stream: ServerHttp2Stream, nth: number) => void, maxConcurrentStreams = 10_000) {
    this.server = createServer({ settings: { maxConcurrentStreams } });
    this.server.on('session', (session) => {
      this.sessions.push(session);
      session.on('error', () => {});
    });
    this.server.on('stream', (stream) => {
      this.requests += 1;
      this.open.add(stream);
      this.mostOpen = Math.max(this.mostOpen, this.open.size);
      stream.on('error', () => {});
      stream.on('close', () => this.open.delete(stream));
      stream.resume();
      handle(stream, this.requests);
    });
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const session of this.sessions) session.destroy();
    this.server.close();
  }
}

export const answer = (stream: ServerHttp2Stream, body = ''): void => {
  if (stream.destroyed || stream.closed) return;
  stream.respond({ ':status': 200 });
  stream.end(body);
};
