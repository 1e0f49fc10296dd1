import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { OidcConfig } from '../../src/config/config.js';
import { sessionPlugin } from '../../src/console/session-plugin.js';
import { SingleSignOn } from '../../src/console/single-sign-on.js';
import { Keyring } from '../../src/crypto/keyring.js';
import { type Database, execute } from '../../src/database/database.js';
import type { MemberRole } from '../../src/entities/member.js';
import { ConsoleRequests } from '../../src/http/console-requests.js';
import { createHttpServer } from '../../src/http/create-http-server.js';
import { importFilesPlugin } from '../../src/import-api/import-files-plugin.js';
import { AccessTokens } from '../../src/mcp/access-tokens.js';
import { type McpParts, mcpPlugin } from '../../src/mcp/mcp-plugin.js';
import { mediaPlugin } from '../../src/media-api/media-plugin.js';
import { restApi } from '../../src/rest-compat/rest-api.js';
import { graphqlPlugin } from '../../src/schema/http/graphql-plugin.js';
import { graphFactory } from '../../src/schema/open-graph.js';
import type { Caller } from '../../src/services/caller.js';
import type { PasswordCost } from '../../src/services/members/password-hasher.js';
import { StatusHub } from '../../src/services/pubsub/status-hub.js';
import { AddressGuard } from '../../src/services/rate-limits/address-guard.js';
import { CostMeter } from '../../src/services/rate-limits/cost-meter.js';
import { SignInLimits } from '../../src/services/rate-limits/sign-in-limits.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { createServices, type ServiceDeps, type Services } from '../../src/services/services.js';
import type { GraphAnswer, Json } from '../schema/support/graph-app.js';
import { connect, type TestSocket } from '../schema/support/test-socket.js';
import type { TestDatabaseKind } from './databases.js';
import { FakeClock } from './fake-clock.js';
import { memoryMedia } from './memory-media.js';
import { RecordingJobs } from './recording-jobs.js';
import { sharedGraph } from './shared-graph.js';

export const PASSWORD = 'correct horse battery';

export interface Account {
  readonly userId: number;
  readonly apiKey: string;
  /** The scopes of the key. */
  readonly caller: Caller;
}

/** Serves every API except the device API on a new database. It listens on loopback and runs no jobs. */
export interface ConsoleApp {
  readonly server: FastifyInstance;
  readonly services: Services;
  readonly database: Database;
  readonly clock: FakeClock;
  readonly limits: SignInLimits;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly log: Record<string, unknown>[];
  newAccount(name?: string): Promise<Account>;
  /** A browser without cookies. */
  browser(): Browser;
  /** A new member without a password, signed in. */
  person(account: Account, role: MemberRole): Promise<Person>;
  /** The same with `PASSWORD`, set through its link. Not signed in anywhere else. */
  personWithPassword(account: Account, role: MemberRole): Promise<Person>;
  close(): Promise<void>;
}

export interface Person {
  readonly memberId: number;
  readonly email: string;
  readonly browser: Browser;
}

export interface ConsoleAppOptions {
  readonly badKeysPerMinute?: number;
  readonly costPerMinute?: number;
  /** Replaces the tools or the time limit of `/mcp`. */
  readonly mcp?: Pick<McpParts, 'tools' | 'toolTimeLimitMs'>;
  readonly publicUrl?: string;
  readonly allowedOrigins?: readonly string[];
  readonly trustProxy?: number;
  readonly passwordCost?: PasswordCost;
  /** The default keeps images in memory. */
  readonly media?: ServiceDeps['media'];
  /** The options are read when the app starts. */
  readonly oidc?: () => Promise<OidcConfig>;
}

export const useConsoleApp = (kind: TestDatabaseKind, options: ConsoleAppOptions = {}): (() => ConsoleApp) => {
  let app: ConsoleApp | null = null;
  beforeAll(async () => {
    app = await startConsoleApp(kind, options);
  });
  afterAll(() => app?.close());
  return () => {
    if (!app) throw new Error('the app has not started');
    return app;
  };
};

/** A hundredth of the cost of a real hash. */
const CHEAP = { N: 2 ** 10, r: 8, p: 1 };

/** A Monday at noon, UTC. */
const START = Date.UTC(2026, 10, 2, 12);

const startConsoleApp = async (kind: TestDatabaseKind, options: ConsoleAppOptions): Promise<ConsoleApp> => {
  const {
    badKeysPerMinute = 0,
    costPerMinute = 0,
    mcp = {},
    publicUrl = null,
    allowedOrigins = [],
    trustProxy,
    oidc,
    passwordCost = CHEAP,
    media = memoryMedia(),
  } = options;
  const database = await kind.open();
  const clock = new FakeClock(START);
  const keyring = new Keyring(randomBytes(32));
  const services = createServices({ database, clock, jobs: new RecordingJobs(), keyring, passwordCost, media });
  const runs = new RunQueryService(database);
  const status = new StatusHub({ database, runs, minIntervalMs: 40, pollMs: 120 });
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => log.push(JSON.parse(line)) });
  const addresses = new AddressGuard(badKeysPerMinute, clock);
  const limits = new SignInLimits({ clock, redis: null, places: services.places });
  const requests = new ConsoleRequests(publicUrl);
  const config = await oidc?.();
  const singleSignOn = config ? new SingleSignOn({ config, keyring, clock, log: logger }) : null;
  const costs = new CostMeter({ perMinute: costPerMinute, redis: null });
  const graph = { database, services, runs, status, costs, addresses, publicUrl, allowedOrigins };
  const openGraph = graphFactory(graph, sharedGraph);
  const server = await createHttpServer({
    logger,
    checkReadiness: async () => null,
    metrics: new Registry(),
    ...(trustProxy === undefined ? {} : { trustProxy }),
    plugins: [
      restApi(services, addresses),
      graphqlPlugin(graph, openGraph),
      mcpPlugin({
        ...{ openGraph, services, addresses, costs, requests, publicUrl, allowedOrigins },
        ...{ accessTokens: accessTokensOf(options, { config, singleSignOn, clock }), ...mcp },
      }),
      sessionPlugin({ services, requests, limits, addresses, singleSignOn }),
      importFilesPlugin(services),
      mediaPlugin({ services, addresses, requests }),
    ],
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const browser = () => new Browser(server, origin);
  let people = 0;

  const invite = async ({ caller }: Account, role: MemberRole) => {
    people += 1;
    const email = `person${people}@example.com`;
    const invited = await services.members.invite(caller, { name: `Person ${people}`, email, role });
    return { ...invited, email };
  };

  return {
    server,
    services,
    database,
    clock,
    limits,
    origin,
    log,
    browser,
    newAccount: async (name = 'account') => {
      const { userId, apiKey } = await services.keys.createUser(name);
      return { userId, apiKey, caller: await services.keys.authenticate(`Bearer ${apiKey}`) };
    },
    person: async (account, role) => {
      const { id, email } = await invite(account, role);
      const made = browser();
      const { token } = await database.tx(async (tx) => {
        await execute(tx, 'UPDATE member SET joined_at = ? WHERE id = ?', [clock.now(), id]);
        return services.sessions.begin(tx, id, { address: '127.0.0.1', userAgent: 'test' });
      });
      made.cookies.set('pushgraph_session', token);
      return { memberId: id, email, browser: made };
    },
    personWithPassword: async (account, role) => {
      const { id, email, token } = await invite(account, role);
      const made = browser();
      const { status: answered } = await made.post('/console/invitations/accept', { token, password: PASSWORD });
      if (answered !== 204) throw new Error(`not accepted: ${answered}`);
      return { memberId: id, email, browser: made };
    },
    close: async () => {
      await server.close();
      await database[Symbol.asyncDispose]();
    },
  };
};

const accessTokensOf = (
  { publicUrl }: ConsoleAppOptions,
  parts: { config: OidcConfig | undefined; singleSignOn: SingleSignOn | null; clock: FakeClock },
): AccessTokens | null => {
  const { config, singleSignOn, clock } = parts;
  if (!config || !singleSignOn || !publicUrl) return null;
  const findKeysUrl = () => singleSignOn.findKeysUrl();
  return new AccessTokens({ issuer: config.issuer, audience: `${publicUrl}/mcp`, findKeysUrl, clock });
};

export interface DoorAnswer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  /** Parsed JSON, or the text of a page; null if there is no body. */
  readonly body: Json;
}

/** The cookies and header that the console's page sends. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly server: FastifyInstance,
    private readonly origin: string,
  ) {}

  get host(): string {
    return new URL(this.origin).host;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(path: string, headers: Record<string, string> = {}): Promise<DoorAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<DoorAnswer> {
    return this.send('POST', path, body, { 'x-pushgraph-console': '1', ...headers });
  }

  delete(path: string): Promise<DoorAnswer> {
    return this.send('DELETE', path, undefined, { 'x-pushgraph-console': '1' });
  }

  signIn(email: string, password = PASSWORD): Promise<DoorAnswer> {
    return this.post('/console/session', { email, password });
  }

  async query(query: string, variables: Json = {}, headers: Record<string, string> = {}): Promise<GraphAnswer> {
    const { status, headers: answered, body } = await this.post('/graphql', { query, variables }, headers);
    return { status, headers: answered, body, data: body?.data, errors: body?.errors };
  }

  /** Returns the data. An error fails the test. */
  async data(query: string, variables: Json = {}): Promise<Json> {
    const { data, errors } = await this.query(query, variables);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** A WebSocket like the page's, not yet acknowledged. */
  socket(headers: Record<string, string> = {}): Promise<TestSocket> {
    const url = `${this.origin.replace('http:', 'ws:')}/graphql`;
    return connect(url, { headers: { cookie: this.cookie, origin: this.origin, ...headers } });
  }

  async openSocket(): Promise<TestSocket> {
    const socket = await this.socket();
    socket.send({ type: 'connection_init' });
    await socket.next('connection_ack');
    return socket;
  }

  /** Sends the raw request. `headers` replace those that the page would send. */
  async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<DoorAnswer> {
    const response = await this.server.inject({
      method,
      url: path,
      headers: {
        host: this.host,
        ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    for (const cookie of response.cookies) this.keep(cookie);
    return { status: response.statusCode, headers: response.headers, body: parse(response) };
  }

  private keep({ name, value, maxAge }: { name: string; value: string; maxAge?: number }): void {
    if (maxAge === 0) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const parse = ({ body, headers }: LightMyRequestResponse): Json => {
  if (body === '') return null;
  return String(headers['content-type']).includes('json') ? JSON.parse(body) : body;
};
