import { createClient } from 'graphql-ws';
import { untilSignedInAgain } from '../session/session.js';
import { connectionLost, connectionRestored, restartSubscriptions } from './connection.js';

const UNAUTHORIZED = 4401;
const KEEP_ALIVE_MS = 10_000;
const MAX_WAIT_MS = 10_000;

const socket = createClient({
  url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
  keepAlive: KEEP_ALIVE_MS,
  retryAttempts: Number.POSITIVE_INFINITY,
  shouldRetry: () => true,
  retryWait: (tries) => new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** tries, MAX_WAIT_MS))),
  on: {
    connected: () => connectionRestored(),
    closed: (event) => {
      const { code, wasClean } = event as CloseEvent;
      if (code === UNAUTHORIZED) void untilSignedInAgain().then(restartSubscriptions);
      else if (!wasClean || code !== 1000) connectionLost();
    },
  },
});

/** Returns a function that ends the subscription. */
export const subscribe: typeof socket.subscribe = (request, sink) => socket.subscribe(request, sink);

export type Subscribe = typeof subscribe;
