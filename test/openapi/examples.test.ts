import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { createHttpServer } from '../../src/http/create-http-server.js';
import type { JsonSchema } from '../../src/openapi/openapi-document.js';
import { REST_PREFIX, restApi } from '../../src/rest-compat/rest-api.js';
import { AddressGuard } from '../../src/services/rate-limits/address-guard.js';
import { SdkApp } from '../sdk-api/sdk-app.js';
import { contract } from '../support/check-answer.js';
import { eachDatabase } from '../support/databases.js';
import type { DocumentedOperation } from '../support/openapi-contract.js';
import { CREDS } from '../support/rest-factory.js';

const JSON_TYPE = 'application/json';

interface Sent {
  readonly body?: unknown;
  readonly query?: string;
}

/** A user with one of each noun in the examples: application 1, group 2, push 1, event 4. */
class World {
  private kinds: Record<string, number> = {};
  private device = { device_id: '', device_secret: '' };

  private constructor(
    private readonly doors: { readonly sdk: SdkApp; readonly rest: FastifyInstance },
    private readonly apiKey: string,
    private readonly addresses: { readonly sdk: string; readonly rest: string },
  ) {}

  static async open(): Promise<World> {
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('SQLite is always there');
    const sdk = await SdkApp.start(sqlite, 'webpush');
    const { apiKey } = await sdk.services.keys.createKey(sdk.caller.userId, ['read', 'write', 'send']);
    const rest = await createHttpServer({
      logger: pino({ level: 'error' }),
      checkReadiness: async () => null,
      metrics: new Registry(),
      plugins: [restApi(sdk.services, new AddressGuard(0, sdk.clock))],
    });
    const world = new World({ sdk, rest }, apiKey, { rest: await listen(rest), sdk: await listen(sdk.server) });
    await world.fill();
    return world;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.doors.rest.close();
    await this.doors.sdk[Symbol.asyncDispose]();
  }

  private async fill(): Promise<void> {
    const post = async (path: string, body: unknown): Promise<number> =>
      (await (await this.fetch('POST', REST_PREFIX + path, { body }, this.apiKey)).json()).id;
    await post('/app/groups', { name: 'Shops', all_apps: false, app_ids: [1] });
    await post('/pushes', { default_lang: 'en', translations: [{ language: 'en', title: 'Sale', text: 'Now' }] });
    await post('/events', { name: 'A level', code: 'level_up' });
    const shared = { name: 'x', all_apps: true, local_time: true };
    this.kinds = {
      conversion: await post('/sched/conversion', shared),
      onesend: await post('/sched/onesend', { ...shared, date: '2031-01-01', time: '10-00' }),
      smartweekly: await post('/sched/smartweekly', { ...shared, time_send: [{ day: 1, times: ['10:00'] }] }),
    };
    await this.doors.sdk.define([
      ['favourite_team', 'STRING', true],
      ['orders', 'NUMBER', true],
      ['trial_ends', 'DATE', true],
    ]);
    const subscription = { endpoint: 'https://push.example/of-the-world', keys: BROWSER_KEYS };
    this.device = await this.doors.sdk.register({ subscription });
    const names = [{ language: 'en', text: 'Offers' }];
    const rest = { kind: 'MARKETING', default: 'ON', descriptions: [], androidChannel: null, listed: true } as const;
    const { services, caller } = this.doors.sdk;
    await services.categories.create(caller, { key: 'offers', names, ...rest });
  }

  /** Sends one operation with existing ids in its path. @param provider the application's provider, if any */
  async send({ method, path }: DocumentedOperation, sent: Sent, provider?: string): Promise<Response> {
    const isSdk = path.startsWith('/sdk/');
    const isOther = isSdk && provider !== undefined && provider !== 'webpush';
    const isOfPhone = path.includes('/live-activities/');
    const { app, device } = isOfPhone ? await this.makePhone() : { app: this.doors.sdk.app, device: this.device };
    const chosen = isOther ? await this.makeApp(provider as keyof typeof CREDS) : app;
    const schedulerId = this.kinds[/\/sched\/(\w+)\//.exec(path)?.[1] ?? 'conversion'];
    const values: Record<string, unknown> = {
      app_id: 1,
      app_group_id: 2,
      id: 4,
      push_id: 1,
      sched_id: schedulerId,
      sched_type: 'conversion',
      push_provider: provider ?? 'provider_b',
      service_id: chosen.serviceId,
      device_id: device.device_id,
      activity: 'order-17',
    };
    const filled = (isSdk ? path : REST_PREFIX + path).replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));
    const bearer = isSdk ? (path.includes('{device_id}') ? device.device_secret : null) : this.apiKey;
    return this.fetch(method, filled + (sent.query ?? ''), sent, bearer);
  }

  /** Only Apple applications have Live Activities. */
  private async makePhone() {
    const app = await this.makeApp('provider_c');
    return { app, device: await this.doors.sdk.register({ token: 'ab'.repeat(32) }, app) };
  }

  private makeApp(pushProvider: keyof typeof CREDS) {
    const { services, caller } = this.doors.sdk;
    const input = { pushProvider, name: 'Another', link: null, credentials: CREDS[pushProvider] };
    return services.apps.create(caller, input);
  }

  /** A receipt is signed with the service's key, so the document's example has to be replaced. */
  signed(value: unknown): unknown {
    const { keyring, app } = this.doors.sdk;
    if (typeof value !== 'object' || value === null || !('receipt' in value)) return value;
    const deviceId = Number(this.device.device_id);
    return { ...value, receipt: signReceipt(keyring, { runId: 1, pushId: 1, appId: app.id, deviceId }) };
  }

  private fetch(method: string, path: string, { body }: Sent, bearer: string | null): Promise<Response> {
    return fetch((path.startsWith('/sdk/') ? this.addresses.sdk : this.addresses.rest) + path, {
      method,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': JSON_TYPE }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

const BROWSER_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

const listen = (server: FastifyInstance): Promise<string> => server.listen({ host: '127.0.0.1', port: 0 });

/** The answer must be the documented success, with a body that matches its schema. */
const expectSuccess = async (documented: DocumentedOperation, response: Response): Promise<void> => {
  const text = await response.text();
  const successes = Object.keys(documented.operation.responses).filter((status) => status.startsWith('2'));
  expect({ name: documented.name, successes, text, isGood: successes.includes(String(response.status)) }).toMatchObject(
    {
      isGood: true,
    },
  );
  const place = ['paths', documented.path, documented.method.toLowerCase(), 'responses', String(response.status)];
  const described = documented.operation.responses[response.status];
  if (!described || !('content' in described)) return expect(text).toBe('');
  expect(contract.findFault([...place, 'content', JSON_TYPE, 'schema'], JSON.parse(text))).toBeNull();
};

const resolve = (schema: JsonSchema): JsonSchema => {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name ? (contract.document.components.schemas?.[name] as JsonSchema) : schema;
};

/** `webpush` and the others name the provider that a body is for. */
const providerOf = (name: string): string | undefined => (/^(provider_[abc]|webpush)$/.test(name) ? name : undefined);

describe('examples in the OpenAPI document', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  const bodies = contract.everything.flatMap((documented) => {
    const { examples = {} } = documented.operation.requestBody?.content[JSON_TYPE] ?? {};
    return Object.entries(examples).map(([example, { value }]) => ({
      name: documented.name,
      documented,
      example,
      value,
    }));
  });

  test('exist for every operation with a body in either direction', () => {
    for (const { name, operation } of contract.everything) {
      const { examples } = operation.requestBody?.content[JSON_TYPE] ?? {};
      if (operation.requestBody) expect([name, Object.keys(examples ?? {}).length]).not.toEqual([name, 0]);
      for (const response of Object.values(operation.responses)) {
        const content = 'content' in response ? response.content?.[JSON_TYPE] : undefined;
        if (content) expect([name, content.example]).not.toEqual([name, undefined]);
      }
    }
  });

  test.each(bodies)('$name is accepted unchanged: $example', async ({ documented, example, value }) => {
    const place = ['paths', documented.path, documented.method.toLowerCase(), 'requestBody', 'content', JSON_TYPE];
    expect(contract.findRequestFault([...place, 'schema'], value)).toBeNull();
    // Each runs alone: the objects of one example must not affect the next.
    await using fresh = await World.open();
    await expectSuccess(documented, await fresh.send(documented, { body: fresh.signed(value) }, providerOf(example)));
  });

  const firsts = bodies.filter((body, index) => body.name !== bodies[index - 1]?.name);

  test.each(firsts)('single fields of $name are accepted in place of those in its example', async (body) => {
    const { documented, example, value } = body;
    const schema = documented.operation.requestBody?.content[JSON_TYPE]?.schema ?? {};
    for (const [field, { examples = [] }] of Object.entries(resolve(schema).properties ?? {})) {
      for (const given of examples) {
        await using fresh = await World.open();
        const sent = fresh.signed({ ...(value as object), [field]: given });
        const response = await fresh.send(documented, { body: sent }, providerOf(example));
        const refusal = response.status < 300 ? '' : await response.text();
        expect({ field, given, refusal }).toEqual({ field, given, refusal: '' });
      }
    }
  });

  test('for query parameters are accepted, and every operation without a body succeeds', async () => {
    const reading = contract.everything.filter(({ method }) => method === 'GET');
    for (const documented of reading) {
      await expectSuccess(documented, await world.send(documented, {}));
      for (const item of documented.operation.parameters ?? []) {
        if ('$ref' in item || item.in !== 'query') continue;
        for (const given of item.schema.examples ?? []) {
          const query = `?${item.name}=${encodeURIComponent(String(given))}`;
          await expectSuccess(documented, await world.send(documented, { query }));
        }
      }
    }
    const acting = contract.everything.filter(({ method, operation }) => method !== 'GET' && !operation.requestBody);
    for (const documented of acting) {
      await using fresh = await World.open();
      await expectSuccess(documented, await fresh.send(documented, {}));
    }
  });

  test('for answers match their schemas', () => {
    for (const { path, method, operation } of contract.everything) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const content = 'content' in response ? response.content?.[JSON_TYPE] : undefined;
        if (!content) continue;
        const place = ['paths', path, method.toLowerCase(), 'responses', status, 'content', JSON_TYPE, 'schema'];
        const fault = contract.findFault(place, content.example);
        expect({ path, method, status, fault }).toEqual({ path, method, status, fault: null });
      }
    }
  });
});
