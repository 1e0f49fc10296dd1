import type { AppCreateInput, CreateAppMutation, ListAppsQuery, WatchRunSubscription } from '@pushgraph/client';

export type AppItem = ListAppsQuery['apps']['edges'][number]['node'];
export type Run = WatchRunSubscription['runProgress']['run'];

/** The calls that each example implements with its library. */
export interface PushgraphClient {
  /** All applications, fetched page by page. */
  listApps(pageSize: number): Promise<readonly AppItem[]>;
  /** Broken rules are in `userErrors`, each with its field. */
  createWebApp(name: string): Promise<CreateAppMutation['appCreate']>;
  /** Every state of a run as it comes; resolves after the last one. @throws BadKeyError */
  watchRun(runId: string, show: (run: Run) => void): Promise<void>;
  close(): void;
}

/** The input of `createWebApp`. */
export const webApp = (name: string): AppCreateInput => ({ name, provider: { webpush: true } });
