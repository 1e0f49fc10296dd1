import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ALL_PROVIDERS, PROVIDERS } from '../../src/providers/providers.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const PREVIEW = `query ($push: PushInput!, $provider: PushProvider, $device: ID, $language: LanguageTag) {
  messagePreview(push: $push, provider: $provider, deviceId: $device, language: $language) {
    previews { provider language method url headers body size limit ignoredFields titleLength textLength
      rendered { title subtitle text link buttonLabels } warnings { code field message } }
    userErrors { field message code } } }`;
const TEST = `mutation ($push: PushInput!, $device: ID!) { pushTest(message: $push, deviceId: $device) {
  result { outcome reason messageId } userErrors { field message } } }`;
const SEND = `mutation ($push: PushInput!, $device: ID!) { messageSend(input: {
  to: { deviceIds: [$device] }, message: $push }) { run { id } userErrors { message } } }`;
const SET_DEFAULTS = `mutation ($id: ID!, $defaults: MessageDefaultsInput) {
  appUpdate(id: $id, input: { messageDefaults: $defaults }) { userErrors { message } } }`;

const PUSH = {
  defaultLang: 'en',
  timeToLive: '2d',
  urgency: 'NORMAL',
  collapseKey: 'sale-1',
  data: { order: '17' },
  sound: { name: 'bell.caf' },
  badge: { set: 3 },
  group: 'orders',
  channel: 'offers',
  iosCategory: 'OFFER',
  interruption: 'TIME_SENSITIVE',
  relevance: 0.5,
  visibility: 'PRIVATE',
  color: '#1a2b3c',
  buttons: [{ id: 'buy', link: 'https://shop.example/buy' }],
  translations: [
    {
      language: 'en',
      title: 'Sale "now" 🎉',
      text: 'Half\nprice',
      image: 'https://cdn.example/i.png',
      link: 'https://shop.example/',
      subtitle: 'Today only',
      buttonLabels: { buy: 'Buy' },
    },
    { language: 'de', title: 'Ausverkauf', text: 'Zum halben Preis', buttonLabels: { buy: 'Kaufen' } },
  ],
};
const PLAIN = { defaultLang: 'en', translations: [{ language: 'en', title: 'T', text: 'X' }] };
const NAMES = ALL_PROVIDERS.map(({ name }) => name);

describe.each(eachDatabase())('a preview of a message on $name', ({ open }) => {
  const setUp = async () => {
    const database = await open();
    const world = await new DeliveryWorld({ database, fakes }).init();
    const graph = await GraphOverWorld.open(world);
    const preview = async (variables: Json): Promise<Json> => (await graph.data(PREVIEW, variables)).messagePreview;
    const dispose = async () => {
      await graph[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    };
    return { world, graph, preview, [Symbol.asyncDispose]: dispose };
  };

  test('equals the messages of a test, with examples for address, credentials, id and receipt', async () => {
    await using set = await setUp();
    for (const provider of NAMES) {
      const app = await set.world.makeApp(provider);
      const [registration] = await set.world.makeDevices(app, 1, () => ({ language: 'de' }));
      const device = toGlobalId('Device', registration?.device.id ?? 0);
      const { pushTest } = await set.graph.data(TEST, { push: PUSH, device });
      expect([provider, pushTest.result]).toMatchObject([provider, { outcome: 'SENT', reason: null }]);
      const [entry] = await fakes.entries({ provider });
      const { previews, userErrors } = await set.preview({ push: PUSH, device });
      expect(userErrors).toEqual([]);
      const [shown] = previews;
      expect(shown).toMatchObject({ provider: provider.toUpperCase(), language: 'de', method: 'POST' });
      expect(normalized(JSON.parse(shown.body))).toEqual(
        normalized(entry?.content ?? {}, { id: pushTest.result.messageId, receipt: entry?.receipt ?? '' }),
      );
      expect(shown.body).toContain('Ausverkauf');
    }
  });

  test('shows every provider, with headers, sizes as checked at save, and no secret', async () => {
    await using set = await setUp();
    const { previews } = await set.preview({ push: PUSH });
    expect(previews.map(({ provider }: Json) => provider.toLowerCase())).toEqual(NAMES);
    const by = Object.fromEntries(previews.map((one: Json) => [one.provider, one]));
    expect(by.PROVIDER_A).toMatchObject({
      url: 'https://fcm.googleapis.com/v1/projects/my-project/messages:send',
      headers: { authorization: 'Bearer ***' },
      limit: 4_096,
      language: 'en',
    });
    expect(by.PROVIDER_B).toMatchObject({
      url: 'https://api.onesignal.com/notifications',
      headers: { authorization: 'Key ***' },
      limit: null,
      size: null,
    });
    expect(by.PROVIDER_C).toMatchObject({
      url: expect.stringMatching(/^https:\/\/api\.push\.apple\.com\/3\/device\/[0-9a-f]{64}$/),
      headers: { authorization: 'bearer ***', 'apns-collapse-id': 'sale-1', 'apns-topic': 'com.example.app' },
    });
    expect(by.PROVIDER_C.size).toBe(Buffer.byteLength(by.PROVIDER_C.body));
    expect(by.WEBPUSH).toMatchObject({
      headers: { authorization: 'vapid ***', ttl: '172800', urgency: 'normal', topic: 'sale-1' },
      limit: 3_993,
    });
    expect(JSON.parse(by.WEBPUSH.body)).toMatchObject({ title: 'Sale "now" 🎉', tag: 'sale-1' });
    const [plain] = (await set.preview({ push: PLAIN, provider: 'WEBPUSH' })).previews;
    expect(plain).toMatchObject({ size: Buffer.byteLength(plain.body), headers: { ttl: '86400' } });
    const [rich] = (await set.preview({ push: { ...PLAIN, truncate: true }, provider: 'WEBPUSH' })).previews;
    expect(rich.size).toBe(Buffer.byteLength(rich.body));
  });

  test("has the requests of a run, with the push's time to live or the service's", async () => {
    await using set = await setUp();
    for (const provider of NAMES) {
      const app = await set.world.makeApp(provider);
      const [registration] = await set.world.makeDevices(app, 1, () => ({ language: 'en' }));
      const device = toGlobalId('Device', registration?.device.id ?? 0);
      for (const push of [PUSH, PLAIN]) {
        await fakes.reset();
        const { messageSend } = await set.graph.data(SEND, { push, device });
        expect(messageSend.userErrors).toEqual([]);
        await set.world.settle();
        const [entry] = await fakes.entries({ provider });
        const { previews } = await set.preview({ push, device });
        const sent = normalized(entry?.content ?? {}, { id: SAMPLE_ID, receipt: entry?.receipt ?? '' });
        expect([provider, withoutIds(normalized(JSON.parse(previews[0].body)))]).toEqual([provider, withoutIds(sent)]);
      }
    }
  });

  test('shows the provider, language and defaults that apply to a device', async () => {
    await using set = await setUp();
    const app = await set.world.makeApp('webpush');
    const [registration] = await set.world.makeDevices(app, 1, () => ({ language: 'de-AT' }));
    const device = toGlobalId('Device', registration?.device.id ?? 0);
    const defaults = { urgency: 'LOW', collapseKey: 'of-the-app' };
    const saved = await set.graph.data(SET_DEFAULTS, { id: toGlobalId('App', app.id), defaults });
    expect(saved.appUpdate.userErrors).toEqual([]);
    const { collapseKey: _, ...push } = PUSH;
    const [shown, ...others] = (await set.preview({ push, device })).previews;
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ provider: 'WEBPUSH', language: 'de' });
    expect(shown.headers).toMatchObject({ urgency: 'normal', topic: 'of-the-app' });
    const [english] = (await set.preview({ push, device, language: 'en' })).previews;
    expect(english.language).toBe('en');
    const [one, ...rest] = (await set.preview({ push, provider: 'WEBPUSH', language: 'de' })).previews;
    expect([one.language, rest]).toEqual(['de', []]);
    const both = await set.preview({ push, device, provider: 'WEBPUSH' });
    expect(both).toMatchObject({ previews: [], userErrors: [{ field: ['provider'] }] });
    await using stranger = await set.graph.stranger();
    const { messagePreview } = await stranger.data(PREVIEW, { push, device });
    expect(messagePreview).toMatchObject({ previews: [], userErrors: [{ field: ['deviceId'], code: 'NOT_FOUND' }] });
  });

  test('warns of ignored fields, truncated texts, a missing link and sizes', async () => {
    await using set = await setUp();
    const warningsOf = async (provider: string, push: Json): Promise<string[]> => {
      const { previews } = await set.preview({ provider, push });
      return previews[0].warnings.map(({ code, field }: Json) => (field === null ? code : `${code} ${field}`));
    };
    const [english] = PLAIN.translations;
    const long = {
      ...PLAIN,
      translations: [{ ...english, title: 'x'.repeat(60), text: 'y'.repeat(5_000).slice(0, 4_000) }],
    };
    expect(await warningsOf('WEBPUSH', long)).toEqual([
      'TOO_LARGE',
      'TITLE_CUT title',
      'TEXT_CUT text',
      'NO_LINK link',
    ]);
    expect(await warningsOf('PROVIDER_C', PLAIN)).toEqual([]);
    const loud = { ...PLAIN, sound: { name: 'bell' }, translations: [{ ...english, link: 'https://x.example/' }] };
    expect(await warningsOf('WEBPUSH', loud)).toEqual(['FIELD_IGNORED sound']);
    expect(await warningsOf('WEBPUSH', { ...loud, sound: { name: 'NONE' } })).toEqual([]);
    const ignored = NAMES.map((name) => [name, PROVIDERS[name].fields.subtitle === null] as const);
    const push = { ...PLAIN, translations: [{ ...english, subtitle: 'S', link: 'https://x.example/' }] };
    for (const [name, isIgnored] of ignored) {
      const warnings = await warningsOf(name.toUpperCase(), push);
      expect([name, warnings]).toEqual([name, isIgnored ? ['FIELD_IGNORED subtitle'] : []]);
    }
  });

  // V8 copies a whole text for each of its graphemes: 66,000 characters once took gigabytes and crashed the process.
  test.each([true, false])('of a far too long text is returned at once, truncated: %s', async (truncate) => {
    await using set = await setUp();
    const push = {
      ...PLAIN,
      truncate,
      translations: [{ language: 'en', title: 'T', text: '👩‍👩‍👧‍👦x'.repeat(12_000) }],
    };
    const { previews, userErrors } = await set.preview({ push });
    expect(previews.map(({ provider }: Json) => provider)).toHaveLength(NAMES.length);
    expect(userErrors).toMatchObject([{ code: 'TOO_LONG' }]);
  });

  test('of a message that breaks rules reports them, and shows the rest', async () => {
    await using set = await setUp();
    const push = {
      defaultLang: 'en',
      collapseKey: 'not a key',
      translations: [{ language: 'en', title: '', text: 'typing', image: 'htt' }],
    };
    const { previews, userErrors } = await set.preview({ push, provider: 'PROVIDER_C' });
    expect(userErrors.map(({ field }: Json) => field.join('.'))).toEqual([
      'push.collapseKey',
      'push.translations.0.title',
      'push.translations.0.image',
    ]);
    expect(JSON.parse(previews[0].body)).toMatchObject({ aps: { alert: { title: '', body: 'typing' } } });
    expect(previews[0].body).not.toContain('htt');
    const lost = { ...PLAIN, categoryId: toGlobalId('Category', 999) };
    expect(await set.preview({ push: lost, provider: 'PROVIDER_C' })).toMatchObject({
      previews: [{ provider: 'PROVIDER_C' }],
      userErrors: [{ field: ['push', 'categoryId'], code: 'NOT_FOUND' }],
    });
    const empty = await set.preview({ push: { defaultLang: 'en', translations: [] } });
    expect(empty.previews).toEqual([]);
    expect(empty.userErrors).not.toEqual([]);
    const other = await set.preview({ push: { ...PLAIN, defaultLang: 'fr' }, provider: 'PROVIDER_C' });
    expect(other).toMatchObject({ previews: [{ language: 'en' }], userErrors: [{ code: 'MISSING_DEFAULT' }] });
  });

  test("shows the texts with a device's values or fallbacks, unless the template drops the message", async () => {
    await using set = await setUp();
    const app = await set.world.makeApp('provider_c');
    const [registration] = await set.world.makeDevices(app, 1);
    const device = toGlobalId('Device', registration?.device.id ?? 0);
    await set.graph.data(
      'mutation ($id: ID!) { deviceUpdate(id: $id, input: { attributes: { name: "Ada" } }) { userErrors { message } } }',
      { id: device },
    );
    const translation = { language: 'en', title: 'Hi {{ device.name | default: "you" }}', text: 'X', subtitle: 'S' };
    const push = { defaultLang: 'en', translations: [translation] };
    const renderedFor = async (variables: Json) => (await set.preview(variables)).previews[0].rendered;
    expect(await renderedFor({ push, device })).toEqual({
      title: 'Hi Ada',
      subtitle: 'S',
      text: 'X',
      link: null,
      buttonLabels: null,
    });
    expect(await renderedFor({ push })).toMatchObject({ title: 'Hi you' });
    expect(await renderedFor({ push: PLAIN })).toMatchObject({ title: 'T', text: 'X' });
    const needy = { ...push, missing: 'ABORT', translations: [{ ...translation, title: '{{ device.name }}' }] };
    expect(await renderedFor({ push: needy, device })).toMatchObject({ title: 'Ada' });
    expect(await renderedFor({ push: needy })).toBeNull();
  });
});

/** Removes the parts that differ between a real message and a preview. */
const normalized = (given: Json, real: { id: string; receipt: string } | null = null): Json => {
  // Firebase's fake records the message inside the request.
  const content = given.message ?? given;
  const { token: _token, app_id: _app, include_subscription_ids: _ids, ...rest } = content;
  const { id = SAMPLE_ID, receipt = sampleReceipt(content) } = real ?? {};
  const text = JSON.stringify(rest)
    .replaceAll(id, 'ID')
    .replaceAll(id.replaceAll('-', ''), 'TOPIC')
    .replaceAll(receipt, 'RECEIPT')
    // Seconds may pass between the two.
    .replace(/"apns-expiration":"\d+"/, '"apns-expiration":"AT"');
  return JSON.parse(text);
};

/** A run derives its message ids. */
const withoutIds = (message: Json): Json =>
  JSON.parse(
    JSON.stringify(message).replace(
      /"(?:ID|TOPIC|[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})"/g,
      '"ID"',
    ),
  );

const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

const sampleReceipt = ({ receipt, data }: Json): string => receipt ?? data?.receipt;
