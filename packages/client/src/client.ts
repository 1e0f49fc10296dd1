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
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface SubscribeOptions<Data, Variables> {
  /**
   * Returns the variables for the next connection, given the last result that arrived, even if it was not yielded yet.
   * The default keeps them, which suits subscriptions that send the current state first.
   */
  readonly resume?: (last: Data, variables: Variables) => Variables;
}

export interface Client {
  /** Runs a query or a mutation. @throws BadKeyError, GraphError */
  request<Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Data>;
  /**
   * Yields every result, across reconnects, until the subscription completes or you stop iterating. Results that you
   * have not consumed wait in memory without a limit. @throws BadKeyError, GraphError
   */
  subscribe<Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    options?: SubscribeOptions<Data, Variables>,
  ): AsyncGenerator<Data, void, undefined>;
  /** Events of runs, applications and devices, without gaps or duplicates across reconnects. */
  deliveryEvents(
    variables?: DeliveryEventsSubscriptionVariables,
  ): AsyncGenerator<DeliveryEventsSubscription, void, undefined>;
  /** The state of the connection that all subscriptions share. `onConnectionState` reports changes. */
  readonly connectionState: ConnectionState;
  close(): Promise<void>;
}

/** Opens no connection before the first request or subscription. */
export const createClient = (options: ClientOptions): Client => {
  // The first subscription creates it, because requests need no WebSocket.
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
      // A getter, because every new connection sends the variables again.
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
      // Ignores the failure of a connection that is still being opened.
      await Promise.resolve(socket?.dispose()).catch(() => undefined);
    },
  };
};

interface Answer<Data> {
  readonly data?: Data;
  readonly errors?: readonly GraphErrorItem[];
}

/** A proxy may answer with HTML. */
const readAnswer = async <Data>(response: Response): Promise<Answer<Data>> =>
  (await response.json().catch(() => ({}))) as Answer<Data>;
