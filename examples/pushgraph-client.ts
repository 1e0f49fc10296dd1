import type { AppCreateInput, CreateApp, ListApps, WatchRun } from './operations.js';

export interface ClientOptions {
  /** Where the service answers, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly apiKey: string;
  /** For programs: Node.js has a WebSocket of its own from version 22 on; before, give it the one of `ws`. */
  readonly webSocketImpl?: unknown;
}

export type AppItem = ListApps['apps']['edges'][number]['node'];
export type Run = WatchRun['runProgress']['run'];

/** What each of the examples does, with the library that it is about. */
export interface PushgraphClient {
  /** All applications, fetched page by page. */
  listApps(pageSize: number): Promise<readonly AppItem[]>;
  /** Broken rules are in `userErrors`, each with the field that it is about. */
  createWebApp(name: string): Promise<CreateApp['appCreate']>;
  /** Every state of a run as it comes; resolves after the last one. @throws BadKeyError */
  watchRun(runId: string, show: (run: Run) => void): Promise<void>;
  close(): void;
}

/** The input of `createWebApp`. */
export const webApp = (name: string): AppCreateInput => ({ name, provider: { webpush: true } });

/** The service does not take the key: to try again makes no sense before there is another one. */
export class BadKeyError extends Error {
  constructor() {
    super('The API key is not valid, or no longer.');
    this.name = 'BadKeyError';
  }
}
