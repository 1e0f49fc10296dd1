import { cacheExchange } from '@urql/exchange-graphcache';
import { createClient as createSocket } from 'graphql-ws';
import { Client, fetchExchange, subscriptionExchange } from 'urql';
import { untilSignedInAgain } from '../session/session.js';
import { CONSOLE_HEADERS } from '../session/session-api.js';
import { connectionBeganAnew, connectionIsBack, connectionLost } from './connection.js';
import { noteServerTime } from './server-time.js';

const UNAUTHORIZED = 4401;
const KEEP_ALIVE_MS = 10_000;
const MAX_WAIT_MS = 10_000;

/** A request that comes back with 401 waits for a new session and is sent again: what was typed is not lost. */
const fetchSignedIn: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    if (navigator.onLine) connectionIsBack();
    noteServerTime(response.headers.get('date'));
    if (response.status !== 401) return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) connectionLost();
    throw error;
  }
  await untilSignedInAgain();
  return fetchSignedIn(input, init);
};

const socket = createSocket({
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

/** Every list that may have grown or shrunk is asked for anew when it is next shown. */
const forgetLists = (cache: {
  inspectFields(key: string): { fieldKey: string }[];
  invalidate(key: string, field: string): void;
}) => {
  for (const { fieldKey } of cache.inspectFields('Query')) cache.invalidate('Query', fieldKey);
};

/** Any change may show in any list: which one, the service alone knows. Entities in the answers update themselves. */
const updates = new Proxy<Record<string, () => void>>(
  {},
  {
    get: (_target, name) =>
      typeof name === 'string' && !name.startsWith('draft')
        ? (_result: unknown, _args: unknown, cache: Parameters<typeof forgetLists>[0]) => forgetLists(cache)
        : undefined,
  },
);

export const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  // What is known is shown at once, and asked for anew behind it.
  requestPolicy: 'cache-and-network',
  fetch: fetchSignedIn,
  fetchOptions: { headers: CONSOLE_HEADERS, credentials: 'same-origin' },
  exchanges: [
    // Types with an id are known by it; all others are a part of what they hang on.
    cacheExchange({ globalIDs: true, updates: { Mutation: updates } }),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: (request) => ({
        subscribe: (sink) => ({
          unsubscribe: socket.subscribe({ ...request, query: request.query ?? '' }, sink),
        }),
      }),
    }),
  ],
});
