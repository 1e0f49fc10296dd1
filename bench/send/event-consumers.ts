import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { eventually } from '../../test/support/eventually.js';
import { SERVICE_KEY, type ServiceProcess } from '../../test/support/service-process.js';
import type { CountingOrder } from './count-events.js';

const DEADLINE_MS = 900_000;

const CREATE = `mutation ($url: String!) {
  webhookCreate(input: { url: $url, mode: BATCH }) { webhook { id } userErrors { message } }
}`;
const DELETE = 'mutation ($id: ID!) { webhookDelete(id: $id) { userErrors { message } } }';

/**
 * A webhook and a feed reader of one account. They get every event as it happens, and only count them in the bytes, since
 * they share the cores with the service. They have a thread of their own, because the heap of the benchmark is large.
 */
export class EventConsumers implements AsyncDisposable {
  static async open(api: ServiceProcess): Promise<EventConsumers> {
    const counts = new Int32Array(new SharedArrayBuffer(8));
    const workerData: CountingOrder = { address: api.address, apiKey: SERVICE_KEY, counts };
    const thread = new Worker(new URL('./count-events.js', import.meta.url), { workerData });
    const [port] = (await once(thread, 'message')) as [number];
    const { webhookCreate } = await api.graphql<{ webhookCreate: { webhook: { id: string } | null } }>(CREATE, {
      url: `http://127.0.0.1:${port}/hook`,
    });
    if (webhookCreate.webhook === null) throw new Error(`The webhook was refused: ${JSON.stringify(webhookCreate)}`);
    return new EventConsumers(api, { thread, counts, webhookId: webhookCreate.webhook.id });
  }

  private constructor(
    private readonly api: ServiceProcess,
    private readonly parts: { readonly thread: Worker; readonly counts: Int32Array; readonly webhookId: string },
  ) {}

  /** Waits until both have the outcomes of this many messages. */
  async receive(messages: number): Promise<void> {
    const { counts } = this.parts;
    const isOver = (): true | null =>
      Math.min(Atomics.load(counts, 0), Atomics.load(counts, 1)) >= messages ? true : null;
    await eventually('the events', isOver, DEADLINE_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.api.graphql(DELETE, { id: this.parts.webhookId });
    await this.parts.thread.terminate();
  }
}
