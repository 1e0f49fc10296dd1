import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import { createHttpServer } from '../../src/http/create-http-server.js';
import type { HttpPlugin } from '../../src/http/http-plugin.js';
import { REST_PREFIX, restApi } from '../../src/rest-compat/rest-api.js';
import type { Caller } from '../../src/services/caller.js';
import { AddressGuard } from '../../src/services/rate-limits/address-guard.js';
import { createServices, type Services } from '../../src/services/services.js';
import { checkAnswer } from './check-answer.js';
import type { TestDatabaseKind } from './databases.js';
import { FakeClock } from './fake-clock.js';
import { RecordingJobs } from './recording-jobs.js';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  /** Parsed JSON, or null if there is no body. Any shape; the test declares it. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export type Api = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiAnswer>;

/** The HTTP server on a new database. It does not listen and runs no jobs. */
export interface HttpApp extends AsyncDisposable {
  readonly server: FastifyInstance;
  readonly services: Services;
  readonly database: Database;
  readonly clock: FakeClock;
  readonly jobs: RecordingJobs;
  /** Parsed log lines. */
  readonly log: Record<string, unknown>[];
  readonly apiKey: string;
  readonly caller: Caller;
  /** Sends a request as the first user, to a path below `/api/b/v2`. Checks the answer against the routes' schemas. */
  readonly api: Api;
  /** The same, as another user or with another key. */
  readonly apiWith: (apiKey: string) => Api;
  /** The same, as a new user. */
  readonly newApi: () => Promise<Api>;
}

/** A Monday at noon, UTC. */
const START = Date.UTC(2026, 10, 2, 12);

/** One app serves all tests of a `describe`: each creates its own user with `newApi`. */
export const useHttpApp = (kind: TestDatabaseKind): (() => HttpApp) => {
  let app: HttpApp | null = null;
  beforeAll(async () => {
    app = await startHttpApp(kind);
  });
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!app) throw new Error('the app has not started');
    return app;
  };
};

export const startHttpApp = async (
  kind: TestDatabaseKind,
  {
    plugins = [],
    notReady = null,
    badKeysPerMinute = 0,
  }: { plugins?: readonly HttpPlugin[]; notReady?: string | null; badKeysPerMinute?: number } = {},
): Promise<HttpApp> => {
  const database = await kind.open();
  const clock = new FakeClock(START);
  const jobs = new RecordingJobs();
  const services = createServices({ database, clock, jobs, keyring: new Keyring(randomBytes(32)) });
  const log: Record<string, unknown>[] = [];
  const server = await createHttpServer({
    logger: pino({ level: 'info' }, { write: (line: string) => log.push(JSON.parse(line)) }),
    checkReadiness: async () => notReady,
    metrics: new Registry(),
    plugins: [restApi(services, new AddressGuard(badKeysPerMinute, clock)), ...plugins],
  });
  await server.ready();
  const { apiKey } = await services.keys.createUser('first');
  const apiWith = createApi(server);
  return {
    server,
    services,
    database,
    clock,
    jobs,
    log,
    apiKey,
    caller: await services.keys.authenticate(`Bearer ${apiKey}`),
    api: apiWith(apiKey),
    apiWith,
    newApi: async () => apiWith((await services.keys.createUser('another')).apiKey),
    async [Symbol.asyncDispose]() {
      await server.close();
      await database[Symbol.asyncDispose]();
    },
  };
};

const createApi =
  (server: FastifyInstance) =>
  (apiKey: string): Api =>
  async (method, path, body, headers = {}) => {
    const url = `${REST_PREFIX}${path}`;
    const response = await server.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? null : JSON.parse(response.body),
    };
    checkAnswer({ method, path: url }, answer);
    return answer;
  };
