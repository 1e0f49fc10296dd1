import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { SdkLimitConfig } from '../../src/config/sdk-limits.js';
import type { TrustProxy } from '../../src/config/trust-proxy.js';
import { Keyring } from '../../src/crypto/keyring.js';
import { type Database, execute } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import type { ReceiptKind } from '../../src/entities/receipt.js';
import { createHttpServer } from '../../src/http/create-http-server.js';
import type { AttributeType } from '../../src/ports/attributes.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { sdkPlugin } from '../../src/sdk-api/sdk-plugin.js';
import type { Caller } from '../../src/services/caller.js';
import { type CountRefusal, SdkLimits } from '../../src/services/rate-limits/sdk-limits.js';
import { createServices, type Services } from '../../src/services/services.js';
import type { TestDatabaseKind } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { RecordingJobs } from '../support/recording-jobs.js';

export interface SdkAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: ReturnType<typeof JSON.parse>;
}

export type TestSdkLimits = Partial<SdkLimitConfig> & { readonly trustProxy?: TrustProxy };

const NO_LIMITS = {
  registrationsPerAddress: 0,
  registrationsPerApp: 0,
  eventsPerAddress: 0,
  eventsPerApp: 0,
  eventsPerDevice: 0,
  receiptsPerAddress: 0,
  receiptsPerApp: 0,
  badSecretsPerAddress: 0,
};

const CREDENTIALS: Record<ProviderName, Record<string, string> | null> = {
  provider_a: null,
  provider_b: { app_id: 'app', api_key: 'key' },
  provider_c: { topic: 't', team_id: 'team', private_key_id: 'k', private_key: '' },
  webpush: null,
};

/** The SDK API on a new database, with an application for registrations. */
export class SdkApp {
  readonly clock = new FakeClock();
  readonly keyring = new Keyring(randomBytes(32));
  services!: Services;
  server!: FastifyInstance;
  caller!: Caller;
  app!: App;
  /** The refusals by rate limits, in order. */
  readonly refused: string[] = [];
  /** The kinds of new receipts, in order. */
  readonly receipts: ReceiptKind[] = [];

  private constructor(readonly database: Database) {}

  /** @param limits unlimited by default */
  static async start(
    kind: TestDatabaseKind,
    provider: ProviderName = 'provider_c',
    { newTagsPerApp = 0, trustProxy = false, ...limits }: TestSdkLimits = {},
  ): Promise<SdkApp> {
    const sdk = new SdkApp(await kind.open());
    const { database, clock, keyring } = sdk;
    sdk.services = createServices({ database, clock, keyring, jobs: new RecordingJobs(), newTagsPerApp });
    const { userId } = await sdk.services.keys.createUser('somebody');
    sdk.caller = { userId, keyId: 0, scopes: ['read', 'write', 'send'] };
    const onRefused: CountRefusal = (what, by) => sdk.refused.push(`${what} of ${by}`);
    sdk.server = await createHttpServer({
      logger: pino({ level: 'error' }),
      checkReadiness: async () => null,
      metrics: new Registry(),
      trustProxy,
      plugins: [
        sdkPlugin(
          sdk.services,
          new SdkLimits({ config: { ...NO_LIMITS, ...limits }, clock, redis: null, onRefused }),
          (kind) => sdk.receipts.push(kind),
        ),
      ],
    });
    sdk.app = await sdk.makeApp(provider);
    return sdk;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    await this.database[Symbol.asyncDispose]();
  }

  makeApp(pushProvider: ProviderName): Promise<App> {
    const input = { pushProvider, name: 'an app', link: null, credentials: CREDENTIALS[pushProvider] };
    return this.services.apps.create(this.caller, input);
  }

  /** @param path after `/sdk/v1/:service_id` */
  async call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    path: string,
    { body, secret, headers, address, app = this.app }: CallOptions = {},
  ): Promise<SdkAnswer> {
    const response = await this.server.inject({
      method,
      ...(address === undefined ? {} : { remoteAddress: address }),
      url: `/sdk/v1/${app.serviceId}${path}`,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = response.body === '' ? null : JSON.parse(response.body);
    return { status: response.statusCode, headers: response.headers, body: answer };
  }

  async register(
    body: object = { token: 'token-1' },
    app = this.app,
  ): Promise<{ device_id: string; device_secret: string }> {
    const answer = await this.call('POST', '/devices', { body, app });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }

  /** Defines attribute keys. */
  async define(keys: readonly (readonly [name: string, type: AttributeType, writable: boolean])[]): Promise<void> {
    const sql =
      'INSERT INTO attribute_definition (user_id, name, type, writable_by_device, created_at) VALUES (?, ?, ?, ?, 1)';
    await this.database.tx(async (tx) => {
      for (const [name, type, writable] of keys)
        await execute(tx, sql, [this.caller.userId, name, type, Number(writable)]);
    });
  }

  /** Creates a run for receipts. */
  async addRun(id: number): Promise<void> {
    const columns = 'id, user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at';
    const sql = `INSERT INTO run (${columns}) VALUES (?, ?, 1, 'onesend', 1, 'finished', 0, 0, 0, 1)`;
    await this.database.tx((tx) => execute(tx, sql, [id, this.caller.userId]));
  }

  /** All data that device requests can write, to check that nothing was written. */
  async contents(): Promise<Record<string, unknown[]>> {
    const tables = [
      'device',
      'tag',
      'device_tag',
      'device_event',
      'device_zone_change',
      'event_seen',
      'due_send',
      'receipt',
    ];
    const rows = await Promise.all(tables.map((table) => this.database.query(`SELECT * FROM ${table}`)));
    return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]));
  }
}

interface CallOptions {
  readonly body?: unknown;
  readonly secret?: string;
  readonly headers?: Record<string, string>;
  readonly app?: Pick<App, 'serviceId'>;
  /** The address that the request comes from. */
  readonly address?: string;
}
