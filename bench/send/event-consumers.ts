import { eventually } from '../../test/support/eventually.js';
import { SERVICE_KEY, type ServiceProcess } from '../../test/support/service-process.js';
import { WebhookReceiver } from '../../test/support/webhook-receiver.js';

const DEADLINE_MS = 900_000;

const CREATE = `mutation ($url: String!) {
  webhookCreate(input: { url: $url, mode: BATCH }) { webhook { id } userErrors { message } }
}`;
const DELETE = 'mutation ($id: ID!) { webhookDelete(id: $id) { userErrors { message } } }';

/** A webhook and a feed reader of one account. They get every event as it happens. */
export class EventConsumers implements AsyncDisposable {
  static async open(api: ServiceProcess): Promise<EventConsumers> {
    const receiver = await WebhookReceiver.open();
    const { webhookCreate } = await api.graphql<{ webhookCreate: { webhook: { id: string } | null } }>(CREATE, {
      url: receiver.url,
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
    private readonly receiver: WebhookReceiver,
    private readonly webhookId: string,
  ) {
    receiver.answer = (response) => {
      this.toWebhook += countMessages(receiver.received.splice(0));
      response.end();
    };
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
    await this.receiver[Symbol.asyncDispose]();
  }

  private async read(): Promise<void> {
    let after = 'latest';
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const url = `${this.api.address}/events?limit=1000&wait=1&after=${after}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${SERVICE_KEY}` } });
      if (!answer.ok) throw new Error(`The feed answered ${answer.status}.`);
      after = answer.headers.get('next-after') ?? after;
      this.toReader += countMessages([{ body: await answer.text() }]);
    }
  }
}

const countMessages = (requests: readonly { readonly body: string }[]): number =>
  requests.reduce((count, { body }) => count + body.split('"type":"message.').length - 1, 0);
