import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { BadKeyError, GraphError, type GraphErrorItem } from './errors.js';
import {
  DeliveryEventsDocument,
  type DeliveryEventsSubscription,
  type DeliveryEventsSubscriptionVariables,
} from './generated/graphql.js';
import { iterateResults } from './iterate-results.js';
import { createSocket, type SocketOptions } from './socket.js';

export { BadKeyError, GraphError };

export interface ClientOptions extends SocketOptions {
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
}

export interface SubscribeOptions<Data, Variables> {
  /**
   * With which variables it goes on when its connection was lost, by the last result that came, taken or not. Without it
   * the same ones again, which is right for all that tell the present state first.
   */
  readonly resume?: (last: Data, variables: Variables) => Variables;
}

export interface Client {
  /** A query or a change. @throws BadKeyError, GraphError */
  request<Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Data>;
  /**
   * Every result, over lost connections, until it completes or nobody iterates. What is not taken yet is kept in memory,
   * however much that is. @throws BadKeyError, GraphError
   */
  subscribe<Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    options?: SubscribeOptions<Data, Variables>,
  ): AsyncGenerator<Data, void, undefined>;
  /** What happens to runs, applications and devices, without a gap or a double over lost connections. */
  deliveryEvents(
    variables?: DeliveryEventsSubscriptionVariables,
  ): AsyncGenerator<DeliveryEventsSubscription, void, undefined>;
  close(): Promise<void>;
}

/** Nothing is connected before the first request or subscription. */
export const createClient = (options: ClientOptions): Client => {
  // Made when it is wanted: who only asks needs no WebSocket.
  let socket: ReturnType<typeof createSocket> | null = null;
  const request: Client['request'] = async (document, variables, { signal } = {}) => {
    const response = await (options.fetch ?? fetch)(`${options.url.replace(/\/+$/, '')}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${options.apiKey}` },
      body: JSON.stringify({ query: print(document), variables }),
      signal: signal ?? null,
    });
    if (response.status === 401) throw new BadKeyError();
    const { data, errors } = await readAnswer<never>(response);
    if (errors || !data) throw new GraphError(errors ?? [], response.status);
    return data;
  };
  const subscribe = <Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    given: Variables,
    { resume }: SubscribeOptions<Data, Variables> = {},
  ): AsyncGenerator<Data, void, undefined> => {
    let variables = given;
    const connect = () => {
      socket ??= createSocket(options);
      return socket;
    };
    const payload = {
      query: print(document),
      // Read whenever it is sent: once, and again over each new connection.
      get variables() {
        return variables as Record<string, unknown>;
      },
    };
    return iterateResults<Data>(connect, payload, (data) => {
      if (resume) variables = resume(data, variables);
    });
  };
  return {
    request,
    subscribe,
    deliveryEvents: (variables = {}) =>
      subscribe(DeliveryEventsDocument, variables, {
        resume: ({ deliveryEvents }, before) => ({ ...before, after: deliveryEvents.eventId }),
      }),
    close: async () => socket?.dispose(),
  };
};

interface Answer<Data> {
  readonly data?: Data;
  readonly errors?: readonly GraphErrorItem[];
}

/** A proxy in between may answer with a page. */
const readAnswer = async <Data>(response: Response): Promise<Answer<Data>> =>
  (await response.json().catch(() => ({}))) as Answer<Data>;
