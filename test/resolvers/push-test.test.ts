import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { ReceiptService } from '../../src/services/deliveries/receipt-service.js';
import { PushTestService } from '../../src/services/pushes/push-test-service.js';
import { BatchWorld } from '../delivery/batch-world.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { LedgerEntry } from '../support/fakes/ledger.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());
beforeEach(() => sender.reset());

const TRY = `mutation ($push: ID, $message: PushInput, $device: ID!, $language: LanguageTag, $key: String) {
  pushTest(pushId: $push, message: $message, deviceId: $device, language: $language, idempotencyKey: $key) {
    result { outcome reason messageId language push { id } } userErrors { field message code } } }`;

const WORDS = { image: 'https://example.com/image.png', icon: null, link: 'https://example.com/sale' };
const MESSAGE = {
  defaultLang: 'en',
  translations: [
    { language: 'en', title: 'title en', text: 'text en', ...WORDS },
    { language: 'pt', title: 'title pt', text: 'text pt', ...WORDS },
  ],
};

const TEST = `mutation ($push: ID!, $device: ID!, $language: LanguageTag, $key: String) {
  pushTest(pushId: $push, deviceId: $device, language: $language, idempotencyKey: $key) {
    result { outcome reason providerMessageId messageId retryAfter language device { id active retirementReason } push { id } }
    userErrors { field message code } } }`;

describe.each(eachDatabase())('a test of a push on $name', ({ open }) => {
  const setUp = async (world: BatchWorld) => {
    const graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const [registration] = await world.makeDevices(app, 1, () => ({ language: 'pt-BR' }));
    const push = await world.makePush(['en', 'pt']);
    const ids = { push: toGlobalId('Push', push.id), device: toGlobalId('Device', registration?.device.id ?? 0) };
    const run = async (variables: Json = {}): Promise<Json> =>
      (await graph.data(TEST, { ...ids, ...variables })).pushTest;
    return { graph, app, registration, ids, run, [Symbol.asyncDispose]: () => graph[Symbol.asyncDispose]() };
  };

  test("is sent at once through the real path, returns the provider's answer, and is not counted", async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using set = await setUp(world);
    sender.answer = () => ({ kind: 'sent', providerMessageId: 'their-id' });
    const { result, userErrors } = await set.run();
    expect(userErrors).toEqual([]);
    expect(result).toEqual({
      outcome: 'SENT',
      reason: null,
      providerMessageId: 'their-id',
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryAfter: null,
      language: 'pt',
      device: { id: set.ids.device, active: true, retirementReason: null },
      push: { id: set.ids.push },
    });
    expect(sender.ledger).toEqual([{ id: result.messageId, token: set.registration?.device.token, title: 'title pt' }]);
    expect((await set.run({ language: 'en-GB' })).result.language).toBe('en');
    for (const table of ['run', 'batch_count', 'delivery_log', 'delivery_failure']) {
      expect([table, await database.query(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    }
    expect(await database.query("SELECT * FROM outbox WHERE type <> 'events'")).toEqual([]);
  });

  test('is sent once per idempotency key, and returns the same result again', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using set = await setUp(world);
    const first = await set.run({ key: 'once' });
    expect(await set.run({ key: 'once' })).toEqual(first);
    expect(sender.calls).toBe(1);
    const other = await set.run({ key: 'once', language: 'en' });
    expect(other).toMatchObject({ result: null, userErrors: [{ code: 'CONFLICT' }] });
    await set.run();
    expect(sender.calls).toBe(2);
  });

  test.each([
    [
      { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' },
      { outcome: 'FAILED', reason: '400 BadTopic', retryAfter: null },
    ],
    [
      { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 1_500 },
      { outcome: 'TRY_AGAIN', reason: '503', retryAfter: 2 },
    ],
    [
      { kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '403', afterMs: null },
      { outcome: 'APP_REFUSED', reason: '403', retryAfter: null },
    ],
  ] as const)('that is refused with %p says so and changes nothing', async (answer, expected) => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using set = await setUp(world);
    sender.answer = () => answer;
    expect((await set.run()).result).toMatchObject({ ...expected, device: { active: true } });
    const { node } = await set.graph.data('query ($id: ID!) { node(id: $id) { ... on App { pausedUntil } } }', {
      id: toGlobalId('App', set.app.id),
    });
    expect(node).toEqual({ pausedUntil: null });
  });

  test('retires a device with a dead token, and the next test is refused', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using set = await setUp(world);
    sender.answer = () => ({
      kind: 'invalid-token',
      code: 'UNREGISTERED',
      detail: '410 Unregistered',
      deadSince: null,
    });
    const { result } = await set.run();
    expect(result).toMatchObject({
      outcome: 'INVALID_TOKEN',
      device: { active: false, retirementReason: '410 Unregistered' },
    });
    const again = await set.run();
    expect(again).toMatchObject({ result: null, userErrors: [{ field: ['deviceId'], code: 'RETIRED' }] });
    expect(sender.calls).toBe(1);
  });

  test('is unknown if the provider does not answer in time', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using set = await setUp(world);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    sender.before = () => held;
    const service = new PushTestService({
      database,
      clock: world.clock,
      keyring: world.keyring,
      vault: world.services.vault,
      ownDevices: world.services.ownDevices,
      categories: world.services.categories,
      messageSizes: world.services.messageSizes,
      senders: world.senders,
      log: { info: () => undefined },
      ...{ timeToLiveSeconds: 60, deadlineMs: 20 },
    });
    const test = { push: 1, deviceId: set.registration?.device.id ?? 0, language: null };
    const result = await service.send(world.caller, test);
    expect(result).toMatchObject({ outcome: 'unknown', reason: expect.stringMatching(/may still arrive/) });
    release();
  });

  test('needs the scope SEND, and your own push and device', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using set = await setUp(world);
    await using reader = await GraphOverWorld.open(world, { ...world.caller, scopes: ['read', 'write'] });
    const { errors } = await reader.query(TEST, set.ids);
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
    await using stranger = await set.graph.stranger();
    const foreign = (await stranger.data(TEST, set.ids)).pushTest;
    expect(foreign).toMatchObject({ result: null, userErrors: [{ field: ['deviceId'], code: 'NOT_FOUND' }] });
    const wrong = await set.run({ push: set.ids.device });
    expect(wrong).toMatchObject({ result: null, userErrors: [{ field: ['pushId'], code: 'NOT_FOUND' }] });
    expect(sender.calls).toBe(0);
  });

  test('reaches each provider over its protocol', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await using graph = await GraphOverWorld.open(world);
    const push = await world.makePush(['en']);
    for (const provider of ['provider_b', 'provider_c', 'webpush'] as const) {
      const [registration] = await world.makeDevices(await world.makeApp(provider), 1);
      const device = toGlobalId('Device', registration?.device.id ?? 0);
      const { pushTest } = await graph.data(TEST, { push: toGlobalId('Push', push.id), device });
      expect([provider, pushTest.result?.outcome, pushTest.result?.reason, pushTest.userErrors]).toEqual([
        provider,
        'SENT',
        null,
        [],
      ]);
    }
  });

  test('of an unsaved message is validated like a push, leaves nothing behind, and is sent once per key', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using set = await setUp(world);
    const [before] = await database.query('SELECT COUNT(*) AS n FROM push');
    const tryOut = async (variables: Json): Promise<Json> =>
      (await set.graph.data(TRY, { device: set.ids.device, ...variables })).pushTest;
    const first = await tryOut({ message: MESSAGE, key: 'once' });
    expect(first).toEqual({
      result: { outcome: 'SENT', reason: null, messageId: expect.any(String), language: 'pt', push: null },
      userErrors: [],
    });
    expect(await tryOut({ message: MESSAGE, key: 'once' })).toEqual(first);
    const other = { ...MESSAGE, defaultLang: 'pt' };
    expect(await tryOut({ message: other, key: 'once' })).toMatchObject({ userErrors: [{ code: 'CONFLICT' }] });
    expect((await tryOut({ message: MESSAGE, language: 'en' })).result.language).toBe('en');
    expect(sender.ledger.map(({ title }) => title)).toEqual(['title pt', 'title en']);

    const [english] = MESSAGE.translations;
    const long = { ...MESSAGE, translations: [{ ...english, title: 'x'.repeat(256) }] };
    const refused = [
      [{ message: long }, ['message.translations.0.title', 'TOO_LONG']],
      [{ message: { ...MESSAGE, defaultLang: 'de' } }, ['message.translations', 'MISSING_DEFAULT']],
      [{ message: { ...MESSAGE, categoryId: toGlobalId('Category', 999) } }, ['message.categoryId', 'NOT_FOUND']],
      [{}, ['pushId', 'REQUIRED']],
      [{ message: MESSAGE, push: set.ids.push }, ['message', 'INVALID']],
    ] as const;
    for (const [variables, [field, code]] of refused) {
      const { result, userErrors } = await tryOut(variables);
      expect([result, userErrors[0].field.join('.'), userErrors[0].code]).toEqual([null, field, code]);
    }
    expect(sender.calls).toBe(2);

    // Its receipt is accepted, but not stored.
    sender.before = async ({ messages }) => {
      const receipt = messages[0]?.receipt ?? '';
      await new ReceiptService(database, world.clock, world.keyring).record(set.app, { receipt, kind: 'delivered' });
    };
    expect((await tryOut({ message: MESSAGE })).result.outcome).toBe('SENT');
    for (const table of ['receipt', 'traffic', 'run', 'delivery_log']) {
      expect([table, await database.query(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    }
    expect(await database.query('SELECT COUNT(*) AS n FROM push')).toEqual([before]);
  });

  test('of an unsaved message needs WRITE in addition to SEND, because it can send arbitrary text', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using set = await setUp(world);
    const variables = { message: MESSAGE, device: set.ids.device };
    for (const scopes of [['send'], ['write']] as const) {
      await using limited = await GraphOverWorld.open(world, { ...world.caller, scopes });
      const query = TRY.replace(/result \{.*\} userErrors/, 'userErrors');
      expect((await limited.query(query, variables)).errors[0].extensions.code).toBe('FORBIDDEN');
    }
    expect(sender.calls).toBe(0);
  });

  test('of an unsaved message reaches each provider like the equivalent push', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await using graph = await GraphOverWorld.open(world);
    const { pushCreate } = await graph.data(
      'mutation ($input: PushInput!) { pushCreate(input: $input) { push { id } } }',
      { input: MESSAGE },
    );
    for (const provider of ['provider_a', 'provider_b', 'provider_c', 'webpush'] as const) {
      const [registration] = await world.makeDevices(await world.makeApp(provider), 1);
      const device = toGlobalId('Device', registration?.device.id ?? 0);
      const ids: string[] = [];
      for (const variables of [{ push: pushCreate.push.id }, { message: MESSAGE }]) {
        const { pushTest } = await graph.data(TRY, { device, ...variables });
        expect([provider, pushTest]).toMatchObject([provider, { result: { outcome: 'SENT' }, userErrors: [] }]);
        ids.push(pushTest.result.messageId);
      }
      const entries = await fakes.entries({ provider });
      const [stored, unstored] = entries.map((entry, index) => withoutIds(entry, ids[index]));
      expect(stored).toContain('title en');
      expect(unstored).toBe(stored);
    }
  });
});

/** The content that reached a provider, without the parts that differ for every message. */
const withoutIds = ({ content, receipt }: LedgerEntry, messageId = ''): string =>
  JSON.stringify(content)
    .replaceAll(messageId, 'ID')
    .replaceAll(messageId.replaceAll('-', ''), 'ID')
    .replaceAll(String(receipt), 'RECEIPT');
