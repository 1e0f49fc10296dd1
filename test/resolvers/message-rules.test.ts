import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { NO_SOUND } from '../../src/ports/field-values.js';
import { FIELD_LIST } from '../../src/ports/message-fields.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { GoogleValidation } from '../../src/services/pushes/google-validation.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { CREDS } from '../support/rest-factory.js';

const CREATE = `mutation ($input: PushInput!) { pushCreate(input: $input) {
  push { id databaseId } userErrors { field message code } } }`;
const DEFAULTS = `mutation ($id: ID!, $input: AppUpdateInput!) { appUpdate(id: $id, input: $input) {
  app { messageDefaults { ${'urgency sound { name critical volume } badge { set increment } data buttons { id link } silent'} } }
  userErrors { field message code } } }`;

const ENGLISH = { language: 'en', title: 'Title', text: 'Text' };
const pushWith = (fields: Json, translation: Json = {}): Json => ({
  defaultLang: 'en',
  ...fields,
  translations: [{ ...ENGLISH, ...translation }],
});

const withApns = (headers: Json, fields: Json = {}): Json =>
  pushWith({ ...fields, passthrough: { apns: { headers } } });

/** Refused values, with their place and code. */
const REFUSED: readonly (readonly [what: string, push: Json, field: string, code: string])[] = [
  ['a time to live over 28 days', pushWith({ timeToLive: '28d1m' }), 'timeToLive', 'INVALID'],
  ['a malformed time to live', pushWith({ timeToLive: 'soon' }), 'timeToLive', 'INVALID'],
  ['a collapse key with a space', pushWith({ collapseKey: 'a b' }), 'collapseKey', 'INVALID'],
  ['a collapse key of 33 characters', pushWith({ collapseKey: 'k'.repeat(33) }), 'collapseKey', 'INVALID'],
  ['data over 2 KiB', pushWith({ data: { a: 'x'.repeat(2_048) } }), 'data', 'TOO_LARGE'],
  ['data with a number', pushWith({ data: { a: 1 } }), 'data', 'INVALID'],
  ['data with half a surrogate pair', pushWith({ data: { a: '\ud800' } }), 'data', 'INVALID'],
  ['data with NUL', pushWith({ data: { 'a\0': 'x' } }), 'data', 'INVALID'],
  ['a volume without a critical sound', pushWith({ sound: { name: 'a', volume: 0.5 } }), 'sound.volume', 'INVALID'],
  ['a volume over 1', pushWith({ sound: { name: 'a', critical: true, volume: 2 } }), 'sound.volume', 'INVALID'],
  ['critical silence', pushWith({ sound: { name: NO_SOUND, critical: true } }), 'sound.critical', 'INVALID'],
  [
    'a critical sound of a passive message',
    pushWith({ sound: { critical: true }, interruption: 'PASSIVE' }),
    'interruption',
    'INVALID',
  ],
  ['a silent critical message', pushWith({ silent: true, interruption: 'CRITICAL' }), 'silent', 'INVALID'],
  ['a negative badge', pushWith({ badge: { set: -1 } }), 'badge', 'INVALID'],
  ['an increment of 0', pushWith({ badge: { increment: 0 } }), 'badge', 'INVALID'],
  ['a group of 65 characters', pushWith({ group: 'g'.repeat(65) }), 'group', 'TOO_LONG'],
  ['a blank channel', pushWith({ channel: ' ' }), 'channel', 'REQUIRED'],
  ['a relevance over 1', pushWith({ relevance: 1.5 }), 'relevance', 'INVALID'],
  ['a named color', pushWith({ color: 'red' }), 'color', 'INVALID'],
  ['renotify without a collapse key', pushWith({ renotify: true }), 'renotify', 'INVALID'],
  ['four buttons', pushWith({ buttons: ['a', 'b', 'c', 'd'].map((id) => ({ id })) }), 'buttons', 'TOO_MANY'],
  ['two buttons of one id', pushWith({ buttons: [{ id: 'a' }, { id: 'a' }] }), 'buttons', 'DUPLICATE'],
  ['a button id with a space', pushWith({ buttons: [{ id: 'a b' }] }), 'buttons.0.id', 'INVALID'],
  ['a button that runs code', pushWith({ buttons: [{ id: 'a', link: 'javascript:x' }] }), 'buttons.0.link', 'INVALID'],
  ['a button icon of another scheme', pushWith({ buttons: [{ id: 'a', icon: 'x:y' }] }), 'buttons.0.icon', 'INVALID'],
  [
    'a label of no button',
    pushWith({ buttons: [{ id: 'a' }] }, { buttonLabels: { b: 'B' } }),
    'translations.0.buttonLabels',
    'NOT_FOUND',
  ],
  ['labels without buttons', pushWith({}, { buttonLabels: { b: 'B' } }), 'translations.0.buttonLabels', 'NOT_FOUND'],
  [
    'a blank label',
    pushWith({ buttons: [{ id: 'a' }] }, { buttonLabels: { a: ' ' } }),
    'translations.0.buttonLabels',
    'INVALID',
  ],
  [
    'a label of 65 characters',
    pushWith({ buttons: [{ id: 'a' }] }, { buttonLabels: { a: 'a'.repeat(65) } }),
    'translations.0.buttonLabels',
    'INVALID',
  ],
  ['a subtitle of 256 characters', pushWith({}, { subtitle: 's'.repeat(256) }), 'translations.0.subtitle', 'TOO_LONG'],
  [
    'passthrough over 16 KiB',
    pushWith({ passthrough: { fcm: { a: 'x'.repeat(16_384) } } }),
    'passthrough',
    'TOO_LARGE',
  ],
  [
    'an APNs header that is no text',
    pushWith({ passthrough: { apns: { headers: { 'apns-priority': 5 } } } }),
    'passthrough.apns.headers',
    'INVALID',
  ],
  [
    'passthrough with a token',
    pushWith({ passthrough: { fcm: { token: 'another' } } }),
    'passthrough.fcm.token',
    'INVALID',
  ],
  [
    'FCM passthrough with null',
    pushWith({ passthrough: { fcm: { notification: null } } }),
    'passthrough.fcm.notification',
    'INVALID',
  ],
  [
    'a title for FCM that is no text',
    pushWith({ passthrough: { fcm: { notification: { title: 5 } } } }),
    'passthrough.fcm.notification.title',
    'INVALID',
  ],
  [
    'an APNs header with a line break through FCM',
    pushWith({ passthrough: { fcm: { apns: { headers: { 'apns-priority': '5\r\nx: y' } } } } }),
    'passthrough.fcm.apns.headers.apns-priority',
    'INVALID',
  ],
  ['an APNs priority of 7', withApns({ 'apns-priority': '7' }), 'passthrough.apns.headers.apns-priority', 'INVALID'],
  [
    'an APNs expiration in words',
    withApns({ 'apns-expiration': 'soon' }),
    'passthrough.apns.headers.apns-expiration',
    'INVALID',
  ],
  [
    'an APNs push type in Japanese',
    withApns({ 'apns-push-type': '日' }),
    'passthrough.apns.headers.apns-push-type',
    'INVALID',
  ],
  [
    'a silent message with priority 10',
    withApns({ 'apns-priority': '10' }, { silent: true }),
    'passthrough.apns.headers.apns-priority',
    'INVALID',
  ],
  [
    'contents for OneSignal that are null',
    pushWith({ passthrough: { onesignal: { contents: null } } }),
    'passthrough.onesignal.contents',
    'INVALID',
  ],
  ['a reserved key of data', pushWith({ data: { message_type: 'x' } }), 'data.message_type', 'INVALID'],
  ['a reserved key of data with dots', pushWith({ data: { 'google.c.id': 'x' } }), 'data.google.c.id', 'INVALID'],
  [
    'an application of OneSignal',
    pushWith({ passthrough: { onesignal: { app_id: 'x' } } }),
    'passthrough.onesignal.app_id',
    'INVALID',
  ],
];

describe.each(eachDatabase())('the fields of a message, $name,', (kind) => {
  const app = useGraphApp(kind);
  const create = async (user: GraphUser, input: Json): Promise<Json> => (await user.data(CREATE, { input })).pushCreate;

  test.each(REFUSED)('%s is refused with its place', async (_what, push, field, code) => {
    const { push: made, userErrors } = await create(await app().newUser(), push);
    expect(made).toBeNull();
    const places = userErrors.map((error: Json) => [error.field.join('.'), error.code]);
    expect(places).toContainEqual([`input.${field}`, code]);
    expect(userErrors.map(({ message }: Json) => message).join(' ')).toMatch(/^`/);
  });

  test('characters of labels are counted as users see them', async () => {
    const push = pushWith({ buttons: [{ id: 'a' }] }, { buttonLabels: { a: '\u{1f600}'.repeat(64) } });
    expect((await create(await app().newUser(), push)).userErrors).toEqual([]);
  });

  test('every field has its own case, except those whose type leaves nothing to refuse', () => {
    const covered = REFUSED.map(([, , field]) => field.replace('translations.0.', '').split('.')[0] ?? '');
    const free = ['title', 'text', 'image', 'icon', 'link', 'iosCategory'];
    const typed = FIELD_LIST.filter(({ kind }) => kind === 'choice' || kind === 'flag').map(({ name }) => name);
    const names = new Set<string>([...covered, ...free, ...typed]);
    expect(FIELD_LIST.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });

  test("a push is refused if only an application's defaults make it wrong", async () => {
    const user = await app().newUser();
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    const credentials = CREDS.provider_a;
    const made = { pushProvider: 'provider_a', name: 'App', link: null, credentials } as const;
    await app().services.apps.create(caller, { ...made, messageDefaults: { render: 'APP' } });
    const push = pushWith({ data: { title: 'mine' } });
    expect((await create(user, push)).userErrors).toMatchObject([
      { field: ['input', 'data', 'title'], code: 'INVALID' },
    ]);
    expect((await create(user, pushWith({ data: { name: 'mine' } }))).userErrors).toEqual([]);
  });

  test("a critical push is refused if an application's defaults make it silent, unless it sets `silent` to false", async () => {
    const user = await app().newUser();
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    const made = { pushProvider: 'provider_a', name: 'App', link: null, credentials: CREDS.provider_a } as const;
    await app().services.apps.create(caller, { ...made, messageDefaults: { silent: true } });
    expect((await create(user, pushWith({ interruption: 'CRITICAL' }))).userErrors).toMatchObject([
      { field: ['input', 'silent'], code: 'INVALID' },
    ]);
    expect((await create(user, pushWith({ interruption: 'CRITICAL', silent: false }))).userErrors).toEqual([]);
    expect((await create(user, pushWith({}))).userErrors).toEqual([]);
  });

  test("a push with a link may replace the link in an application's default data", async () => {
    const user = await app().newUser();
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    const made = { pushProvider: 'provider_a', name: 'App', link: null, credentials: CREDS.provider_a } as const;
    await app().services.apps.create(caller, { ...made, messageDefaults: { data: { link: 'app:start' } } });
    expect((await create(user, pushWith({}, { link: 'app:sale' }))).userErrors).toEqual([]);
  });

  test('a push without buttons may label the default ones of any application', async () => {
    const user = await app().newUser();
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    const made = { pushProvider: 'provider_a', name: 'App', link: null, credentials: CREDS.provider_a } as const;
    const open = { id: 'open', link: null, icon: null, destructive: false, input: false };
    await createWebApp(user);
    await app().services.apps.create(caller, { ...made, messageDefaults: { buttons: [open] } });
    const labels = { buttonLabels: { open: 'Open' } };
    expect((await create(user, pushWith({}, labels))).userErrors).toEqual([]);
    for (const push of [
      pushWith({}, { buttonLabels: { open: 'Open', other: 'Other' } }),
      pushWith({ buttons: [{ id: 'own' }] }, labels),
      pushWith({ buttons: [] }, labels),
    ]) {
      expect((await create(user, push)).userErrors).toMatchObject([
        { field: ['input', 'translations', '0', 'buttonLabels'], code: 'NOT_FOUND' },
      ]);
    }
  });

  test('`renotify` may rely on default collapse keys if every web push application has one', async () => {
    const user = await app().newUser();
    const push = pushWith({ renotify: true });
    const refused = [{ field: ['input', 'renotify'], code: 'INVALID' }];
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    const made = { pushProvider: 'provider_a', name: 'App', link: null, credentials: CREDS.provider_a } as const;
    await app().services.apps.create(caller, { ...made, messageDefaults: { collapseKey: 'news' } });
    expect((await create(user, push)).userErrors).toMatchObject(refused);
    const { id } = await createWebApp(user);
    expect((await create(user, push)).userErrors).toMatchObject(refused);
    await user.data(DEFAULTS, { id, input: { messageDefaults: { collapseKey: 'news' } } });
    expect((await create(user, push)).userErrors).toEqual([]);
    await createWebApp(user);
    expect((await create(user, push)).userErrors).toMatchObject(refused);
    expect((await create(user, pushWith({ renotify: true, collapseKey: 'own' }))).userErrors).toEqual([]);
  });

  test('a silent push is refused if no application can receive it, and saved if one can', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const push = pushWith({ silent: true });
    expect((await create(user, push)).userErrors).toMatchObject([{ field: ['input', 'silent'], code: 'INVALID' }]);
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    const credentials = { app_id: '', api_key: '' };
    await app().services.apps.create(caller, { pushProvider: 'provider_b', name: 'App', link: null, credentials });
    expect((await create(user, push)).userErrors).toEqual([]);
  });

  test("an application's defaults are kept, replaced and removed, under the same rules", async () => {
    const user = await app().newUser();
    const { id, databaseId } = await createWebApp(user);
    const update = async (input: Json): Promise<Json> => (await user.data(DEFAULTS, { id, input })).appUpdate;
    const given = {
      urgency: 'LOW',
      sound: { name: 'bell', critical: true, volume: 0.5 },
      badge: { increment: 1 },
      data: { from: 'the app' },
      buttons: [{ id: 'open' }],
    };
    const expected = {
      ...given,
      badge: { set: null, increment: 1 },
      buttons: [{ id: 'open', link: null }],
      silent: null,
    };
    const { data: _, ...good } = given;
    const made = await update({ messageDefaults: given });
    expect(made).toMatchObject({ app: { messageDefaults: expected }, userErrors: [] });
    expect((await update({ name: 'Renamed' })).app.messageDefaults).toEqual(expected);
    const replaced = await update({ messageDefaults: good });
    expect(replaced.app.messageDefaults.data).toBeNull();
    const refused = await update({ messageDefaults: { collapseKey: 'a b', badge: { set: -1 } } });
    expect(refused.userErrors.map(({ field }: Json) => field.join('.'))).toEqual([
      'input.messageDefaults.collapseKey',
      'input.messageDefaults.badge',
    ]);
    const large = await update({ messageDefaults: { passthrough: { webpush: { own: 'x'.repeat(3_000) } } } });
    expect(large.userErrors).toMatchObject([{ field: ['input', 'messageDefaults'], code: 'TOO_LARGE' }]);
    const unheard = await update({ messageDefaults: { silent: true } });
    expect(unheard.userErrors).toMatchObject([{ field: ['input', 'messageDefaults', 'silent'] }]);
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    await app().services.apps.update(caller, databaseId, { name: 'Over REST', link: null });
    expect((await update({})).app.messageDefaults).toEqual({ ...expected, data: null });
    expect((await update({ messageDefaults: {} })).app.messageDefaults).toBeNull();
    const created = await user.data(
      `mutation { appCreate(input: { name: "New", provider: { webpush: true }, messageDefaults: { group: "orders" } }) {
        app { messageDefaults { group urgency } } userErrors { message } } }`,
    );
    expect(created.appCreate).toEqual({ app: { messageDefaults: { group: 'orders', urgency: null } }, userErrors: [] });
  });
});

describe.each(eachDatabase())('passthrough for Google on $name', ({ open }) => {
  let fakes: Fakes;
  beforeAll(async () => {
    fakes = await startFakes();
  });
  afterAll(() => fakes.close());
  beforeEach(() => fakes.reset());

  const TEST = `mutation ($message: PushInput!, $device: ID!) { pushTest(message: $message, deviceId: $device) {
    result { outcome } userErrors { message } } }`;
  const SEND = `mutation ($message: PushInput!, $device: ID!) { messageSend(input: {
    to: { deviceIds: [$device] }, message: $message }) { run { id } userErrors { field code message } } }`;
  const WRONG = pushWith({ passthrough: { fcm: { android: { notification: { proxy: 'NOBODY' } } } } });
  const RIGHT = pushWith({ passthrough: { fcm: { android: { notification: { proxy: 'ALLOW' } } } } });

  test('is checked by Google once the credentials are proven, and saved if Google does not answer', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await using graph = await GraphOverWorld.open(world);
    const create = async (input: Json): Promise<Json> => (await graph.data(CREATE, { input })).pushCreate;
    const app = await world.makeApp('provider_a');
    const [registration] = await world.makeDevices(app, 1);
    expect((await create(WRONG)).userErrors).toEqual([]);

    const device = toGlobalId('Device', registration?.device.id ?? 0);
    const sent = await graph.data(TEST, { message: pushWith({}), device });
    expect(sent.pushTest.result.outcome).toBe('SENT');
    const { userErrors } = await create(WRONG);
    expect(userErrors).toMatchObject([
      { field: ['input', 'passthrough', 'fcm', 'android', 'notification', 'proxy'], code: 'INVALID' },
    ]);
    expect(userErrors[0].message).toContain('Google says');
    expect((await create(RIGHT)).userErrors).toEqual([]);
    const sending = await graph.data(SEND, { message: WRONG, device });
    expect(sending.messageSend).toMatchObject({ run: null, userErrors: [{ code: 'INVALID' }] });
    const defaults = { passthrough: WRONG.passthrough };
    const { appUpdate } = await graph.data(DEFAULTS, {
      id: toGlobalId('App', app.id),
      input: { messageDefaults: defaults },
    });
    expect(appUpdate.userErrors).toMatchObject([
      { field: ['input', 'messageDefaults', 'passthrough', 'fcm', 'android', 'notification', 'proxy'] },
    ]);
    // Only the test reached a device.
    expect(await fakes.entries({ provider: 'provider_a', accepted: true })).toHaveLength(1);

    let asked = 0;
    const validate = () => {
      asked += 1;
      return new Promise<null>(() => undefined);
    };
    const silent = { ...world.senders, provider_a: Object.assign(new RecordingSender(), { validate }) };
    const { vault } = world.services;
    const service = new GoogleValidation({ database, clock: world.clock, vault, senders: silent, deadlineMs: 20 });
    for (let time = 0; time < 2; time += 1) expect(await service.violationsOf(world.caller, WRONG)).toEqual([]);
    expect(asked).toBe(1);
    world.clock.advance(60_000);
    await service.violationsOf(world.caller, WRONG);
    expect(asked).toBe(2);
  });
});
