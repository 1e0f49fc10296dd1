import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../test/support/eventually.js';
import { SERVICE_KEY, type ServiceProcess } from '../../test/support/service-process.js';

const DEADLINE_MS = 900_000;
/** Begins the type of every outcome of a message. */
const MESSAGE = Buffer.from('"type":"message.');

const CREATE = `mutation ($url: String!) {
  webhookCreate(input: { url: $url, mode: BATCH }) { webhook { id } userErrors { message } }
}`;
const DELETE = 'mutation ($id: ID!) { webhookDelete(id: $id) { userErrors { message } } }';

/**
 * A webhook and a feed reader of one account. They get every event as it happens, and only count them in the bytes, since
 * they share the cores with the service.
 */
export class EventConsumers implements AsyncDisposable {
  static async open(api: ServiceProcess): Promise<EventConsumers> {
    const receiver = createServer().listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { webhookCreate } = await api.graphql<{ webhookCreate: { webhook: { id: string } | null } }>(CREATE, {
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    });
    if (webhookCreate.webhook === null) throw new Error(`The webhook was refused: ${JSON.stringify(webhookCreate)}`);
    return new EventConsumers(api, receiver, webhookCreate.webhook.id);
  }

  private toWebhook = 0;
  private toReader = 0;
  private readonly stopping = new AbortController();
  private readonly reading: Promise<void>;

  private constructor(
    private readonly api: ServiceProcess,
    private readonly receiver: Server,
    private readonly webhookId: string,
  ) {
    receiver.on('request', (request, response) => void this.take(request, response));
    this.reading = this.read();
  }

  /** Waits until both have the outcomes of this many messages. */
  async receive(messages: number): Promise<void> {
    const isOver = (): true | null => (Math.min(this.toWebhook, this.toReader) >= messages ? true : null);
    await eventually('the events', isOver, DEADLINE_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stopping.abort();
    await this.reading;
    await this.api.graphql(DELETE, { id: this.webhookId });
    this.receiver.closeAllConnections();
    this.receiver.close();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.toWebhook += countMessages(Buffer.concat(chunks));
    response.end();
  }

  private async read(): Promise<void> {
    let after = 'latest';
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const url = `${this.api.address}/events?limit=1000&wait=1&after=${after}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${SERVICE_KEY}` } });
      if (!answer.ok) throw new Error(`The feed answered ${answer.status}.`);
      after = answer.headers.get('next-after') ?? after;
      this.toReader += countMessages(Buffer.from(await answer.arrayBuffer()));
    }
  }
}

const countMessages = (body: Buffer): number => {
  let count = 0;
  for (let at = body.indexOf(MESSAGE); at !== -1; at = body.indexOf(MESSAGE, at + MESSAGE.length)) count += 1;
  return count;
};
