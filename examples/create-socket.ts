import { type Client, createClient } from 'graphql-ws';
import { BadKeyError, type ClientOptions } from './pushgraph-client.js';

/** The connection for subscriptions, opened with the first of them and closed with the last. */
export const createSocket = ({ url, apiKey, webSocketImpl }: ClientOptions): Client =>
  createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl,
    // Not a header, which a browser's WebSocket cannot send.
    connectionParams: { authorization: `Bearer ${apiKey}` },
    // A lost connection is tried again; 4401, a bad key, is not: graphql-ws takes that code as final.
    retryAttempts: 10,
  });

/** An error of a subscription as an Error. 4401 comes as the event that closed the socket. */
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
