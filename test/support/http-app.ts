import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import { createHttpServer } from '../../src/http/create-http-server.js';
import type { HttpPlugin } from '../../src/http/http-plugin.js';
import { restApi } from '../../src/rest-compat/rest-api.js';
import type { Caller } from '../../src/services/caller.js';
import { createServices, type Services } from '../../src/services/services.js';
import type { TestDatabaseKind } from './databases.js';
import { FakeClock } from './fake-clock.js';
import { RecordingJobs } from './recording-jobs.js';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  /** Parsed JSON; null when there is no body. */
  // biome-ignore lint/suspicious/noExplicitAny: placeholder
  readonly body: any;
}

export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiAnswer>;

/** The HTTP server over a fresh database; nothing listens and no job runs. */
export interface HttpApp extends AsyncDisposable {
  readonly server: FastifyInstance;
  readonly services: Services;
  readonly database: Database;
  readonly clock: FakeClock;
  readonly jobs: RecordingJobs;
  /** Lines of the log, parsed. */
  readonly log: Record<string, unknown>[];
  readonly apiKey: string;
  readonly caller: Caller;
  /** Sends a request as the first user. Paths are behind `/api/b/v2`; absolute ones begin with `//`. */
  readonly api: Api;
  /** The same for another user, or another key. */
  apiWith(apiKey: string): Api;
}
