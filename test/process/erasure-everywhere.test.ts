import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { findText } from '../support/find-text.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, must, type RegisteredApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const USER = 'customer-41 "Ünï"';
/** Texts that only this user has. Each occurs in one place of the calls below. */
const OWN = {
  attribute: 'plan-zebra-91',
  ofDevice: 'seat-okapi-92',
  ofSdk: 'locker-ibis-95',
  eventId: 'order-lemur-93',
  eventData: 'article-tapir-94',
};

const PROVIDERS = ['provider_a', 'provider_b', 'provider_c', 'webpush'] as const;

const SET_UP = `mutation ($event: CustomEventInput!, $category: CategoryInput!, $hook: WebhookInput!, $scheduler: AutoPushCampaignInput!) {
  customEventCreate(input: $event) { userErrors { field message } }
  attributeDefine(input: { key: "locker", type: STRING, writableByDevice: true }) { userErrors { field message } }
  categoryCreate(input: $category) { category { id } userErrors { field message } }
  webhookCreate(input: $hook) { userErrors { field message } }
  campaignCreate(input: { autoPush: $scheduler }) { userErrors { field message } } }`;

/** An account with an auto-push with goals and variants, a category, and a webhook that repeats everything it gets. */
const setUp = async (service: ServiceProcess, hook: string): Promise<string> => {
  const push = (title: string) => ({
    ...{ defaultLang: 'en', weight: 1 },
    translations: [{ language: 'en', title, text: '{{ user.plan }} {{ event.article }} {{ user.seat }}' }],
  });
  const scheduler = {
    scheduler: {
      ...{ name: 'bought', audience: { apps: { all: true }, events: { include: ['buy'] } }, delay: '0m' },
      ...{ goals: [{ name: 'again', event: 'buy', window: 60 }], experiment: { controlShare: 0 } },
    },
    ...{ pushes: [push('a'), push('b')], activate: true },
  };
  const made = await service.graphql<Record<string, { category?: { id: string }; userErrors: readonly object[] }>>(
    SET_UP,
    {
      event: { name: 'buy', code: 'buy' },
      category: { key: 'offers', names: [{ language: 'en', text: 'Offers' }] },
      ...{ hook: { url: hook }, scheduler },
    },
  );
  expect(Object.values(made).flatMap(({ userErrors }) => userErrors)).toEqual([]);
  return made.categoryCreate?.category?.id ?? '';
};

interface Registered {
  readonly app: RegisteredApp;
  readonly id: number;
  readonly secret: string;
}

/** Registers a device of the user at each provider. @returns the devices and their addresses */
const register = async (world: ServiceWorld, service: ServiceProcess, apps: readonly RegisteredApp[]) => {
  const devices: Registered[] = [];
  const addresses: string[] = [];
  for (const app of apps) {
    const { provider } = app;
    const [subscription] =
      provider === 'webpush'
        ? await world.fakes.makeSubscriptions({ count: 1, vapidPublicKey: app.vapidKeyPublic ?? '' })
        : [];
    const token = provider === 'provider_c' ? randomBytes(32).toString('hex') : `token-${randomUUID()}`;
    const id = randomUUID();
    const address = subscription ? { subscription } : provider === 'provider_b' ? { subscription_id: id } : { token };
    if (subscription) addresses.push(subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth);
    else addresses.push(provider === 'provider_b' ? id : token);
    const body = { ...address, external_user_id: USER, timezone: 'Europe/Berlin', attributes: { locker: OWN.ofSdk } };
    const answer = await must(201, service.sdk('POST', `/${app.serviceId}/devices`, { body }));
    devices.push({ app, id: answer.device_id, secret: answer.device_secret });
  }
  return { devices, addresses };
};

const USE = `mutation ($id: String!, $users: [UserUpsertInput!]!, $category: ID!, $device: ID!, $appId: ID!, $seat: JSONObject!, $message: MessageSendInput!, $draft: JSONObject!) {
  usersUpsert(input: { users: $users }) { userErrors { message } }
  preferencesUpdate(input: { externalUserId: $id, choices: [{ categoryId: $category, choice: OFF }] }) { userErrors { message } }
  deviceUpdate(id: $device, input: { attributes: $seat }) { userErrors { message } }
  trackEvents(appId: $appId, idempotencyKey: "a", reports: [{ subject: { externalUserId: $id }, events: [{ code: "reg" }] }]) { userErrors { message } }
  messageSend(input: $message) { userErrors { message } }
  draftSave(name: "d", content: $draft) { userErrors { message } } }`;

/** Uses every entry point that stores something about a user. */
const use = async (service: ServiceProcess, devices: readonly Registered[], category: string): Promise<void> => {
  const [first] = devices;
  const message = {
    ...{ to: { externalIds: [USER] }, categoryId: null, idempotencyKey: 'once' },
    message: { defaultLang: 'en', translations: [{ language: 'en', title: 'Hi', text: '{{ user.plan }}' }] },
  };
  const done = await service.graphql<Record<string, { userErrors: readonly object[] }>>(USE, {
    ...{ id: USER, users: [{ externalUserId: USER, attributes: { plan: OWN.attribute } }], category },
    ...{ device: toGlobalId('Device', first?.id ?? 0), appId: toGlobalId('App', first?.app.id ?? 0) },
    ...{ seat: { seat: OWN.ofDevice }, message, draft: { audience: { externalIds: [USER] } } },
  });
  expect(Object.values(done).flatMap(({ userErrors }) => userErrors)).toEqual([]);
  for (const { app, id, secret } of devices) {
    const path = `/${app.serviceId}/devices/${id}`;
    const choices = { body: { choices: { offers: 'off' } }, secret };
    await must(200, service.sdk('PUT', `${path}/preferences`, choices));
    for (const times of [1, 2]) {
      const event = { code: 'buy', id: `${OWN.eventId}-${times}`, data: { article: OWN.eventData } };
      await must(202, service.sdk('POST', `${path}/events`, { body: { events: [event] }, secret }));
    }
    await must(204, service.sdk('PATCH', path, { body: { timezone: 'Asia/Tokyo' }, secret }));
  }
};

const findAll = async (world: ServiceWorld, texts: readonly string[]): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const text of texts) found[text] = await findText(world, text);
  return found;
};

describe.each(eachDatabase())('after the erasure of a user of every entry point, on $name', (kind) => {
  test('no table contains an id, an address, a value or an event of the user', async () => {
    await using receiver = await WebhookReceiver.open();
    receiver.answer = (response, { body }) => response.writeHead(500).end(body);
    await using world = await ServiceWorld.open(kind);
    const service = await world.start({ OUTBOUND_ALLOW_PRIVATE: 'true', WEBHOOK_ALLOW_HTTP: 'true' });
    const apps: RegisteredApp[] = [];
    for (const provider of PROVIDERS) apps.push(await createApp(service, world.fakes, { provider, name: provider }));
    const category = await setUp(service, receiver.url);
    const { devices, addresses } = await register(world, service, apps);
    await use(service, devices, category);
    const texts = [USER, ...addresses, ...Object.values(OWN)];
    await eventually('the messages', async () => ((await world.fakes.count()) >= 8 ? true : null));
    await eventually('a stored answer of the webhook', async () => {
      const found = await findText(world, USER);
      return found.includes('webhook_attempt.answer') ? true : null;
    });
    const before = await findAll(world, texts);
    expect(texts.filter((text) => before[text]?.length === 0)).toEqual([]);

    const { userErase } = await service.graphql<{ userErase: { erasure: { id: string } } }>(
      'mutation ($id: String!) { userErase(input: { externalUserId: $id }) { erasure { id } userErrors { message } } }',
      { id: USER },
    );
    await eventually('the end of the erasure', async () => {
      const { erasure } = await service.graphql<{ erasure: { status: string } }>(
        'query ($id: ID!) { erasure(id: $id) { status } }',
        { id: userErase.erasure.id },
      );
      return erasure.status === 'FINISHED' ? true : null;
    });
    expect(await findAll(world, texts)).toEqual(Object.fromEntries(texts.map((text) => [text, []])));
    await service.terminate();
    if (kind.name !== 'sqlite') return;
    expect(await world.cli('vacuum')).toMatchObject({ code: 0 });
    const file = await readFile(world.databaseUrl.replace('sqlite:', ''));
    expect(texts.filter((text) => file.includes(text))).toEqual([]);
  });
});
