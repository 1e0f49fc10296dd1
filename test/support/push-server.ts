import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decryptWebPush } from './fakes/decrypt-web-push.js';
import { deriveReceiver, type WebSubscription } from './fakes/web-subscription.js';

export interface PushedMessage {
  readonly headers: IncomingHttpHeaders;
  /** The decrypted JSON; null: the app could not read it. */
  readonly content: Record<string, unknown> | null;
}

/**
 * An RFC 8030 push server like those behind UnifiedPush distributors. Like ntfy (`/upX?up=1`), it identifies endpoints
 * by their whole path and query. It ignores VAPID keys.
 */
export class PushServer implements AsyncDisposable {
  readonly messages = new Map<string, PushedMessage[]>();
  /** Endpoints that answer with an error. */
  readonly ended = new Map<string, number>();
  private readonly server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const seed = this.paths.get(path);
    const status = this.ended.get(path) ?? (seed === undefined || request.method !== 'POST' ? 404 : 201);
    if (status !== 201 || seed === undefined) return void response.writeHead(status).end();
    const plain = decryptWebPush(Buffer.concat(chunks), deriveReceiver(seed, 0));
    const content = plain && JSON.parse(plain.toString());
    this.messages.set(path, [...(this.messages.get(path) ?? []), { headers: request.headers, content }]);
    response
      .writeHead(201, { location: `${this.origin}/message/${this.messages.size}`, ttl: request.headers.ttl })
      .end();
  });
  private readonly paths = new Map<string, string>();

  static async open(): Promise<PushServer> {
    const server = new PushServer();
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The subscription that a distributor gives an app. */
  subscribe(path: string): WebSubscription {
    const seed = path.replaceAll(/[^A-Za-z0-9]/g, '-');
    this.paths.set(path, seed);
    const { publicKey, authSecret } = deriveReceiver(seed, 0);
    const keys = { p256dh: publicKey.toString('base64url'), auth: authSecret.toString('base64url') };
    return { endpoint: this.origin + path, keys };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
