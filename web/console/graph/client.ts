import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, subscriptionExchange } from 'urql';
import { untilSignedInAgain } from '../session/session.js';
import { CONSOLE_HEADERS } from '../session/session-api.js';
import { connectionLost, connectionRestored } from './connection.js';
import { noteServerTime } from './server-time.js';
import type { Subscribe } from './socket.js';

/** A request refused with 401 waits for a new session and is sent again, so that no input is lost. */
const fetchSignedIn: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    if (navigator.onLine) connectionRestored();
    noteServerTime(response.headers.get('date'));
    if (response.status !== 401) return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) connectionLost();
    throw error;
  }
  await untilSignedInAgain();
  return fetchSignedIn(input, init);
};

interface Cache {
  inspectFields(key: string): { fieldKey: string; fieldName: string }[];
  invalidate(key: string, field: string): void;
}

/** Invalidates lists that may have changed, so that they are refetched when they are next shown. */
const forgetLists = (cache: Cache, isList: (name: string) => boolean) => {
  for (const { fieldKey, fieldName } of cache.inspectFields('Query')) {
    if (isList(fieldName)) cache.invalidate('Query', fieldKey);
  }
};

/**
 * Any mutation may change any list, except those of drafts: they are saved often, and only change the list of drafts.
 * Entities in the payload update the cache themselves.
 */
const updates = new Proxy<Record<string, () => void>>(
  {},
  {
    get: (_target, name) =>
      typeof name === 'string'
        ? (_result: unknown, _args: unknown, cache: Cache) =>
            forgetLists(cache, (list) => !name.startsWith('draft') || list === 'drafts')
        : undefined,
  },
);

/** Loads the WebSocket library on demand, so that the first page does not wait for it. */
const subscribeLater: Subscribe = (request, sink) => {
  let end = (): void => undefined;
  let isOver = false;
  import('./socket.js').then(
    ({ subscribe }) => {
      if (!isOver) end = subscribe(request, sink);
    },
    (error: unknown) => {
      // Subscriptions start again once the service is back.
      connectionLost();
      sink.error(error);
    },
  );
  return () => {
    isOver = true;
    end();
  };
};

export const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  // Shows cached data at once, and refetches in the background.
  requestPolicy: 'cache-and-network',
  fetch: fetchSignedIn,
  fetchOptions: { headers: CONSOLE_HEADERS, credentials: 'same-origin' },
  exchanges: [
    // Types without an id are embedded in their parent. The id of a button is unique only in its message.
    cacheExchange({ globalIDs: true, keys: { Button: () => null }, updates: { Mutation: updates } }),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: (request) => ({
        subscribe: (sink) => ({ unsubscribe: subscribeLater({ ...request, query: request.query ?? '' }, sink) }),
      }),
    }),
  ],
});
