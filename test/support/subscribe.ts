import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { SERVICE_KEY, type ServiceProcess } from './service-process.js';

export interface Subscription {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  /** Ends it from this side. */
  readonly signal?: AbortSignal;
}

/** The `data` of every event of a subscription, over its own WebSocket (graphql-transport-ws). */
export async function* subscribe<Data>(
  service: Pick<ServiceProcess, 'address'>,
  { query, variables = {}, signal }: Subscription,
): AsyncGenerator<Data, void, undefined> {
  const client = createClient({
    url: `${service.address.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${SERVICE_KEY}` },
    retryAttempts: 0,
  });
  signal?.addEventListener('abort', () => void client.dispose(), { once: true });
  try {
    for await (const { data, errors } of client.iterate<Data>({ query, variables })) {
      if (errors) throw new Error(`The subscription answered ${JSON.stringify(errors)}`);
      if (data) yield data;
    }
  } finally {
    await client.dispose();
  }
}
