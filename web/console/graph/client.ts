import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, subscriptionExchange } from 'urql';
import { untilSignedInAgain } from '../session/session.js';
import { CONSOLE_HEADERS } from '../session/session-api.js';
import { connectionIsBack, connectionLost } from './connection.js';
import { noteServerTime } from './server-time.js';
import type { Subscribe } from './socket.js';

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

interface Cache {
  inspectFields(key: string): { fieldKey: string; fieldName: string }[];
  invalidate(key: string, field: string): void;
}

/** Every list that may have grown or shrunk is asked for anew when it is next shown. */
const forgetLists = (cache: Cache, isList: (name: string) => boolean) => {
  for (const { fieldKey, fieldName } of cache.inspectFields('Query')) {
    if (isList(fieldName)) cache.invalidate('Query', fieldKey);
  }
};

/**
 * Any change may show in any list: which one, the service alone knows. Of drafts, which are saved all the time, it is
 * theirs. Entities in the answers update themselves.
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

/** By a library of its own, which the first page need not wait for. */
const subscribeLater: Subscribe = (request, sink) => {
  let end = (): void => undefined;
  let isOver = false;
  import('./socket.js').then(
    ({ subscribe }) => {
      if (!isOver) end = subscribe(request, sink);
    },
    (error: unknown) => {
      // Once the service is there again, what follows something begins anew.
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
        subscribe: (sink) => ({ unsubscribe: subscribeLater({ ...request, query: request.query ?? '' }, sink) }),
      }),
    }),
  ],
});
