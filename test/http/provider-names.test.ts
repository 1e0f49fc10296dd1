import { describe, expect, test } from '@jest/globals';
import { guessProvider, PROVIDER_NAMES } from '../../src/providers/providers.js';
import { buildGraph } from '../../src/resolvers/index.js';
import { printGraphqlSchema } from '../../src/schema/build-schema.js';
import { useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';
import { useHttpApp } from '../support/http-app.js';
import { createApp } from '../support/rest-factory.js';

const [sqlite] = eachDatabase();
if (!sqlite) throw new Error('SQLite is always there');

test.each([
  ['fcm', 'provider_a'],
  ['Firebase Cloud Messaging', 'provider_a'],
  ['OneSignal', 'provider_b'],
  ['one-signal', 'provider_b'],
  ['APNs', 'provider_c'],
  ['apple', 'provider_c'],
  ['PROVIDER_C', 'provider_c'],
  ['providerB', 'provider_b'],
  ['web', 'webpush'],
  ['web_push', 'webpush'],
  ['sms', null],
  ['', null],
  ['constructor', null],
  [7, null],
])('%j means %j', (word, provider) => {
  expect(guessProvider(word)).toBe(provider);
});

describe('a provider under another common name', () => {
  const rest = useHttpApp(sqlite);
  const graph = useGraphApp(sqlite);

  test.each([
    ['fcm', 'did you mean provider_a (Firebase Cloud Messaging)?'],
    ['Apple', 'did you mean provider_c (Apple (APNs))?'],
    ['onesignal', 'did you mean provider_b (OneSignal)?'],
    ['browser', "did you mean webpush (the browsers' push services)?"],
  ])('gets a hint from REST: %s', async (word, hint) => {
    const { api } = rest();
    const created = await api('POST', '/apps', { push_provider: word, name: 'An app' });
    expect([created.status, created.body.error]).toEqual([400, expect.stringContaining(hint)]);
    const moved = await api('PUT', `/apps/${await createApp(api)}/creds/${word}`, {});
    expect([moved.status, moved.body.error]).toEqual([404, expect.stringContaining(hint)]);
  });

  test('gets no hint if the meaning is unclear', async () => {
    const { body } = await rest().api('POST', '/apps', { push_provider: 'pigeon', name: 'An app' });
    expect(body.error).toBe('`push_provider` must be one of provider_a, provider_b, provider_c, webpush.');
  });

  test('gets a hint from the graph, in documents and in variables', async () => {
    const user = await graph().newUser();
    const ask = async (source: string, variables: object = {}) =>
      (await user.query(source, { ...variables })).errors[0].message;
    const create = 'mutation ($input: AppCreateInput!) { appCreate(input: $input) { app { id } } }';
    const input = { name: 'x', provider: { fcm: { type: 'service_account' } } };
    expect(await ask(create, { input })).toMatch(/Did you mean providerA \(Firebase Cloud Messaging\)\?$/);
    expect(await ask('mutation { appCreate(input: { name: "x", provider: { apns: {} } }) { app { id } } }')).toMatch(
      /Did you mean providerC \(Apple \(APNs\)\)\?$/,
    );
    const list = (value: string) => `{ apps(where: { pushProvider: [${value}] }) { totalCount } }`;
    for (const value of ['FCM', '"fcm"']) {
      expect(await ask(list(value))).toMatch(/Did you mean PROVIDER_A \(Firebase Cloud Messaging\)\?$/);
    }
  });
});

test('every value of the enumeration names its provider, and its REST name', async () => {
  const values = (await buildGraph()).getType('PushProvider')?.toConfig() as { values: Record<string, object> };
  const told = Object.values(values.values).map((value) => (value as { description: string }).description);
  expect(told).toEqual([
    expect.stringContaining('Firebase Cloud Messaging'),
    expect.stringContaining('OneSignal'),
    expect.stringContaining('Apple'),
    expect.stringContaining('browsers'),
  ]);
  for (const name of PROVIDER_NAMES) expect(printGraphqlSchema(await buildGraph())).toContain(`\`${name}\``);
});
