import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { Registry } from 'prom-client';
import { Keyring } from '../../../src/crypto/keyring.js';
import { PreferencesLinks } from '../../../src/crypto/preferences-token.js';
import type { Database } from '../../../src/database/database.js';
import { createHttpServer } from '../../../src/http/create-http-server.js';
import { importFilesPlugin } from '../../../src/import-api/import-files-plugin.js';
import { graphqlPlugin } from '../../../src/schema/http/graphql-plugin.js';
import { graphFactory } from '../../../src/schema/open-graph.js';
import { readDeviceBody } from '../../../src/sdk-api/to-input.js';
import { StatusHub } from '../../../src/services/pubsub/status-hub.js';
import { AddressGuard } from '../../../src/services/rate-limits/address-guard.js';
import { CostMeter } from '../../../src/services/rate-limits/cost-meter.js';
import { RunQueryService } from '../../../src/services/runs/run-query-service.js';
import { createServices, type Services } from '../../../src/services/services.js';
import type { TestDatabaseKind } from '../../support/databases.js';
import { FakeClock } from '../../support/fake-clock.js';
import { keptLog } from '../../support/kept-log.js';
import { memoryMedia } from '../../support/memory-media.js';
import { RecordingJobs } from '../../support/recording-jobs.js';
import { sharedGraph } from '../../support/shared-graph.js';
import { connect, type TestSocket } from './test-socket.js';

/** Any shape; the test declares it. */
export type Json = ReturnType<typeof JSON.parse>;

export interface GraphAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Json;
  readonly data: Json;
  readonly errors: Json;
}

export interface GraphUser {
  readonly userId: number;
  readonly apiKey: string;
  query(source: string, variables?: Record<string, unknown>): Promise<GraphAnswer>;
  /** Returns the data; an error fails the test. */
  data(source: string, variables?: Record<string, unknown>): Promise<Json>;
  /** A WebSocket that has been acknowledged. */
  socket(): Promise<TestSocket>;
}

export interface GraphApp {
  readonly database: Database;
  readonly services: Services;
  readonly status: StatusHub;
  readonly clock: FakeClock;
  readonly server: FastifyInstance;
  readonly wsUrl: string;
  readonly log: Record<string, unknown>[];
  newUser(): Promise<GraphUser>;
  userWithKey(key: { userId: number; apiKey: string }): GraphUser;
  close(): Promise<void>;
}

export interface TestLimits {
  readonly costPerMinute?: number;
  readonly badKeysPerMinute?: number;
  /** The interval at which the database is polled for changes of other processes; some tests wait for it. */
  readonly pollMs?: number;
  /** `PUBLIC_URL`; unset by default. */
  readonly publicUrl?: string;
  /** The default is the service's own graph. */
  readonly buildGraph?: () => Promise<GraphQLSchema>;
}

/** One server for all tests of a `describe`; each test creates its own users. */
export const useGraphApp = (kind: TestDatabaseKind, limits: TestLimits = {}): (() => GraphApp) => {
  let app: GraphApp | null = null;
  beforeAll(async () => {
    app = await startGraphApp(kind, limits);
  });
  afterAll(() => app?.close());
  return () => {
    if (!app) throw new Error('the app has not started');
    return app;
  };
};

/** Unlimited, unless given. */
export const createLimits = ({ costPerMinute = 0, badKeysPerMinute = 0 }: TestLimits) => ({
  costs: new CostMeter({ perMinute: costPerMinute, redis: null }),
  addresses: new AddressGuard(badKeysPerMinute, new FakeClock()),
});

/** A Monday at noon, UTC. */
const START = Date.UTC(2026, 10, 2, 12);

const startGraphApp = async (kind: TestDatabaseKind, limits: TestLimits): Promise<GraphApp> => {
  const database = await kind.open();
  const clock = new FakeClock(START);
  const keyring = new Keyring(randomBytes(32));
  const services = createServices({
    media: memoryMedia(),
    database,
    clock,
    jobs: new RecordingJobs(),
    keyring,
    preferencesLinks: new PreferencesLinks({ keyring, publicUrl: limits.publicUrl ?? null, days: 30 }),
    readDeviceBody,
    importMaxBytes: 4 * 2 ** 20,
    importChanged: (userId) => status.importChanged(userId),
  });
  const runs = new RunQueryService(database, clock);
  const status = new StatusHub({ database, runs, minIntervalMs: 40, pollMs: limits.pollMs ?? 120 });
  database.onOutbox = (userId) => status.outboxGrew(userId);
  const log: Record<string, unknown>[] = [];
  const graph = { database, services, runs, status, ...createLimits(limits) };
  const server = await createHttpServer({
    logger: keptLog(log),
    checkReadiness: async () => null,
    metrics: new Registry(),
    plugins: [graphqlPlugin(graph, graphFactory(graph, limits.buildGraph ?? sharedGraph)), importFilesPlugin(services)],
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const wsUrl = `ws://127.0.0.1:${(server.server.address() as AddressInfo).port}/graphql`;
  const userWithKey = (key: { userId: number; apiKey: string }) => createUser(server, wsUrl, key);
  return {
    database,
    services,
    status,
    clock,
    server,
    wsUrl,
    log,
    userWithKey,
    newUser: async () => userWithKey(await services.keys.createUser('someone')),
    close: async () => {
      await server.close();
      await database[Symbol.asyncDispose]();
    },
  };
};

const createUser = (
  server: FastifyInstance,
  wsUrl: string,
  { userId, apiKey }: { userId: number; apiKey: string },
): GraphUser => {
  const query = (source: string, variables: Record<string, unknown> = {}) =>
    post(server, { query: source, variables }, { authorization: `Bearer ${apiKey}` });
  return {
    userId,
    apiKey,
    query,
    data: async (source, variables) => {
      const { data, errors } = await query(source, variables);
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    socket: async () => {
      const socket = await connect(wsUrl);
      socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${apiKey}` } });
      await socket.next('connection_ack');
      return socket;
    },
  };
};

/** Sends one raw request over HTTP. */
export const post = async (
  server: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<GraphAnswer> => {
  const response = await server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const parsed = response.body === '' ? null : JSON.parse(response.body);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: parsed,
    data: parsed?.data,
    errors: parsed?.errors,
  };
};
