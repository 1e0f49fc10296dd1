import { createClient } from 'graphql-ws';
import { untilSignedInAgain } from '../session/session.js';
import { connectionBeganAnew, connectionIsBack, connectionLost } from './connection.js';

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
    connected: () => connectionIsBack(),
    closed: (event) => {
      const { code, wasClean } = event as CloseEvent;
      if (code === UNAUTHORIZED) void untilSignedInAgain().then(connectionBeganAnew);
      else if (!wasClean || code !== 1000) connectionLost();
    },
  },
});

/** Answers how to end it. */
export const subscribe: typeof socket.subscribe = (request, sink) => socket.subscribe(request, sink);

export type Subscribe = typeof subscribe;
