import { print } from 'graphql';
import { createSocket, readSocketError } from './create-socket.js';
import { CREATE_APP, LIST_APPS, type ListApps, WATCH_RUN, type WatchRun } from './operations.js';
import { type AppItem, BadKeyError, type ClientOptions, type PushgraphClient, webApp } from './pushgraph-client.js';
import type { TypedDocument } from './typed-document.js';

/** fetch and graphql-ws: no cache, nothing else to learn. */
export const withFetch = (options: ClientOptions): PushgraphClient => {
  const ask = createAsk(options);
  const socket = createSocket(options);
  return {
    listApps: async (pageSize) => {
      const apps: AppItem[] = [];
      for (let after: string | null = null; ; ) {
        const page: ListApps = await ask(LIST_APPS, { first: pageSize, after });
        const { edges, pageInfo } = page.apps;
        apps.push(...edges.map(({ node }) => node));
        if (!pageInfo.hasNextPage) return apps;
        after = pageInfo.endCursor;
      }
    },
    createWebApp: async (name) => {
      const input = webApp(name);
      // The same key when it is sent again after a lost answer: the application is created once.
      return (await ask(CREATE_APP, { input, idempotencyKey: crypto.randomUUID() })).appCreate;
    },
    watchRun: async (runId, show) => {
      const states = socket.iterate<WatchRun>({ query: print(WATCH_RUN), variables: { runId } });
      try {
        for await (const { data, errors } of states) {
          if (errors) throw new Error(errors[0]?.message);
          if (data) show(data.runProgress.run);
        }
      } catch (reason) {
        throw readSocketError(reason);
      }
    },
    close: () => void socket.dispose(),
  };
};

const createAsk =
  ({ url, apiKey }: ClientOptions) =>
  async <Data, Variables>(document: TypedDocument<Data, Variables>, variables: Variables): Promise<Data> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ query: print(document), variables }),
    });
    if (response.status === 401) throw new BadKeyError();
    const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] };
    if (errors || !data) throw new Error(errors?.[0]?.message ?? `The service answered ${response.status}.`);
    return data;
  };
