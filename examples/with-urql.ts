import {
  BadKeyError,
  type ClientOptions,
  CreateAppDocument,
  createSocket,
  ListAppsDocument,
  type ListAppsQuery,
  readSocketError,
  WatchRunDocument,
} from '@pushgraph/client';
import { Client, fetchExchange, type OperationResult, subscriptionExchange } from 'urql';
import { type AppItem, type PushgraphClient, webApp } from './pushgraph-client.js';

/** urql 5, with subscriptions over graphql-ws. */
export const withUrql = (options: ClientOptions & { readonly apiKey: string }): PushgraphClient => {
  const socket = createSocket(options);
  const client = new Client({
    url: `${options.url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization: `Bearer ${options.apiKey}` } },
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink) }),
        }),
      }),
    ],
  });
  return {
    listApps: async (pageSize) => {
      const apps: AppItem[] = [];
      for (let after: string | null = null; ; ) {
        const page: ListAppsQuery = dataOf(await client.query(ListAppsDocument, { first: pageSize, after }));
        const { edges, pageInfo } = page.apps;
        apps.push(...edges.map(({ node }) => node));
        if (!pageInfo.hasNextPage) return apps;
        after = pageInfo.endCursor;
      }
    },
    createWebApp: async (name) => {
      const input = webApp(name);
      return dataOf(await client.mutation(CreateAppDocument, { input, idempotencyKey: crypto.randomUUID() })).appCreate;
    },
    watchRun: (runId, show) =>
      new Promise((resolve, reject) => {
        client.subscription(WatchRunDocument, { runId }).subscribe(({ data, error, hasNext }) => {
          if (error) return reject(readSocketError(error.networkError ?? error));
          // The last state comes once more when the subscription is complete.
          if (!hasNext) return resolve();
          if (data) show(data.runProgress.run);
        });
      }),
    close: () => void socket.dispose(),
  };
};

const dataOf = <Data>({ data, error }: OperationResult<Data>): Data => {
  if (error?.response?.status === 401) throw new BadKeyError();
  if (error || !data) throw error ?? new Error('The service answered without data.');
  return data;
};
