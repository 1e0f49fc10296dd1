import { createClient, type Client as SocketClient } from 'graphql-ws';
import { BadKeyError } from './errors.js';

export interface SocketOptions {
  /** Where the service answers, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly apiKey: string;
  /** Node.js has a WebSocket of its own from version 22 on; before, give it the one of `ws`. */
  readonly webSocketImpl?: unknown;
}

const KEEP_ALIVE_MS = 10_000;
const MAX_WAIT_MS = 10_000;

/** The connection for subscriptions, opened with the first of them and closed with the last. */
export const createSocket = ({ url, apiKey, webSocketImpl }: SocketOptions): SocketClient =>
  createClient({
    url: `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/graphql`,
    webSocketImpl,
    // Not a header, which a browser's WebSocket cannot send.
    connectionParams: { authorization: `Bearer ${apiKey}` },
    keepAlive: KEEP_ALIVE_MS,
    // A lost connection is tried again; 4401, a bad key, is not: graphql-ws takes that code as final.
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    // Spread, so that all clients of a service that was restarted do not come at once.
    retryWait: (tries) => new Promise((resolve) => setTimeout(resolve, waitMs(tries))),
  });

const waitMs = (tries: number): number => Math.min(250 * 2 ** tries, MAX_WAIT_MS) * (0.5 + Math.random() / 2);

/** What ended a subscription, as an Error. 4401 comes as the event that closed the socket. */
export const readSocketError = (reason: unknown): Error => {
  if (isClosedWith(reason, 4401)) return new BadKeyError();
  return reason instanceof Error ? reason : new Error('The subscription ended early.', { cause: reason });
};

const isClosedWith = (reason: unknown, code: number): boolean => {
  if (typeof reason !== 'object' || reason === null) return false;
  if ('code' in reason) return reason.code === code;
  // Apollo's GraphQLWsLink makes an Error of the event, and the code a part of its message.
  return reason instanceof Error && reason.message.startsWith(`Socket closed with event ${code}`);
};
