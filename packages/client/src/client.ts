import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { BadKeyError, ConnectionError, GraphError, type GraphErrorItem } from './errors.js';
import {
  DeliveryEventsDocument,
  type DeliveryEventsSubscription,
  type DeliveryEventsSubscriptionVariables,
} from './generated/graphql.js';
import { iterateResults } from './iterate-results.js';
import { type ConnectionState, createSocket, readKey, type SocketOptions } from './socket.js';

export { BadKeyError, ConnectionError, GraphError };

export interface ClientOptions extends SocketOptions {
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
}

export interface SubscribeOptions<Data, Variables> {
  /**
   * Answers the variables for the next connection, given the last result that arrived, taken or not. By default they stay
   * the same, which is right for subscriptions that send the present state first.
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
  /** Of the connection that all subscriptions share. `onConnectionState` reports its changes. */
  readonly connectionState: ConnectionState;
  close(): Promise<void>;
}

/** Nothing is connected before the first request or subscription. */
export const createClient = (options: ClientOptions): Client => {
  // Created by the first subscription: requests alone need no WebSocket.
  let socket: ReturnType<typeof createSocket> | null = null;
  let connectionState: ConnectionState = 'idle';
  let lastKey: string | null = null;
  const socketOptions: SocketOptions = {
    ...options,
    apiKey: async () => {
      lastKey = await readKey(options.apiKey);
      return lastKey;
    },
    onConnectionState: (state) => {
      connectionState = state;
      options.onConnectionState?.(state);
    },
  };
  const request: Client['request'] = async (document, variables, { signal } = {}) => {
    const response = await (options.fetch ?? fetch)(`${options.url.replace(/\/+$/, '')}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await readKey(options.apiKey)}` },
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
      socket ??= createSocket(socketOptions);
      return socket;
    };
    const hasNewKey = async (error: Error): Promise<boolean> => {
      const refusedKey = lastKey;
      return error instanceof BadKeyError && (await readKey(options.apiKey)) !== refusedKey;
    };
    const payload = {
      query: print(document),
      // Read whenever it is sent: once, and again over each new connection.
      get variables() {
        return variables as Record<string, unknown>;
      },
    };
    return iterateResults<Data>(payload, {
      connect,
      onArrival: (data) => {
        if (resume) variables = resume(data, variables);
      },
      mayReconnect: hasNewKey,
    });
  };
  return {
    request,
    subscribe,
    deliveryEvents: (variables = {}) =>
      subscribe(DeliveryEventsDocument, variables, {
        resume: ({ deliveryEvents }, before) => ({ ...before, after: deliveryEvents.eventId }),
      }),
    get connectionState() {
      return connectionState;
    },
    close: async () => {
      // Rejects with the failure of a connection that is being opened, which nobody needs any more.
      await Promise.resolve(socket?.dispose()).catch(() => undefined);
    },
  };
};

interface Answer<Data> {
  readonly data?: Data;
  readonly errors?: readonly GraphErrorItem[];
}

/** A proxy in between may answer with a page. */
const readAnswer = async <Data>(response: Response): Promise<Answer<Data>> =>
  (await response.json().catch(() => ({}))) as Answer<Data>;
