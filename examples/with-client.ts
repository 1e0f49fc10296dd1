import {
  type ClientOptions,
  CreateAppDocument,
  createClient,
  ListAppsDocument,
  type ListAppsQuery,
  WatchRunDocument,
} from '@pushgraph/client';
import { type AppItem, type PushgraphClient, webApp } from './pushgraph-client.js';

/** The package alone: no cache, nothing else to learn. */
export const withClient = (options: ClientOptions): PushgraphClient => {
  const client = createClient(options);
  return {
    listApps: async (pageSize) => {
      const apps: AppItem[] = [];
      for (let after: string | null = null; ; ) {
        const page: ListAppsQuery = await client.request(ListAppsDocument, { first: pageSize, after });
        const { edges, pageInfo } = page.apps;
        apps.push(...edges.map(({ node }) => node));
        if (!pageInfo.hasNextPage) return apps;
        after = pageInfo.endCursor;
      }
    },
    createWebApp: async (name) => {
      // A request that is sent again after a lost answer has the same key, so the application is created once.
      const variables = { input: webApp(name), idempotencyKey: crypto.randomUUID() };
      return (await client.request(CreateAppDocument, variables)).appCreate;
    },
    watchRun: async (runId, show) => {
      for await (const { runProgress } of client.subscribe(WatchRunDocument, { runId })) show(runProgress.run);
    },
    close: () => void client.close(),
  };
};
