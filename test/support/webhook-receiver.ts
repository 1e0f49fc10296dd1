import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Answering = (response: ServerResponse, request: ReceivedRequest, message: IncomingMessage) => void;

/** An endpoint for webhooks on loopback. It answers 200 until told otherwise. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: ReceivedRequest[] = [];
  answer: Answering = (response) => response.end();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebhookReceiver> {
    const server = createServer((message, response) => void receiver.take(message, response));
    const receiver = new WebhookReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** The values of `webhook-id` in the order of arrival. */
  get ids(): string[] {
    return this.received.map(({ headers }) => headers['webhook-id'] ?? '');
  }

  status(status: number, headers: Record<string, string> = {}): void {
    this.answer = (response) => response.writeHead(status, headers).end('no');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const headers = message.headers as Record<string, string>;
    const request = { path: message.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') };
    this.received.push(request);
    this.answer(response, request, message);
  }
}
