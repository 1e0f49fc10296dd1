import { describe, expect, test } from '@jest/globals';
import { Notification } from '@parse/node-apn';
import type { Passthrough } from '../../../src/ports/field-values.js';
import type { MessageContent } from '../../../src/ports/message-fields.js';
import type { ProviderDefinition } from '../../../src/providers/definition.js';
import { previewMessage, sampleTarget } from '../../../src/providers/preview-message.js';
import { provider_c } from '../../../src/providers/provider-c/definition.js';
import { PayloadRenderer } from '../../../src/providers/provider-c/render-payload.js';
import type { SendBatch } from '../../../src/providers/sender.js';
import { checkApnsMessage, isApnsRefusal } from '../../support/fakes/apns-checks.js';
import { fullContent, type Golden, testGolden } from '../golden.js';
import { makeContent } from '../harness.js';

const ID = '3f2c1a00-1111-8222-9333-444455556666';
const IMAGE = 'https://cdn.example/i.png';
const LINK = 'https://x.example/sale';
const NOW = 1_800_000_000_000;
const provider = provider_c as unknown as ProviderDefinition;

const target = { kind: 'token', token: 'ab12' } as const;
const render = (content: MessageContent) =>
  JSON.parse(new PayloadRenderer().render({ id: ID, target, content, receipt: 'r.1' }).toString());

const PLAIN = {
  aps: { alert: { title: 'Sale', body: 'Now' }, sound: 'default', 'mutable-content': 1 },
  receipt: 'r.1',
};

const apns = (given: Passthrough['apns']): Passthrough => ({ fcm: null, apns: given, webpush: null, onesignal: null });

const GOLDEN: Golden = {
  title: { value: 'Other', changes: { aps: { alert: { title: 'Other' } } } },
  text: { value: 'Later', changes: { aps: { alert: { body: 'Later' } } } },
  image: { value: IMAGE, changes: { image: IMAGE } },
  icon: { value: IMAGE, changes: { icon: IMAGE } },
  link: { value: LINK, changes: { link: LINK } },
  subtitle: { value: 'Today', changes: { aps: { alert: { subtitle: 'Today' } } } },
  buttonLabels: { value: { buy: 'Buy now' }, changes: {} },
  // Headers carry these three fields.
  timeToLive: { value: '1h', changes: {} },
  urgency: { value: 'LOW', changes: {} },
  collapseKey: { value: 'sale', changes: {} },
  data: { value: { order: '7' }, changes: { order: '7' } },
  sound: {
    value: { name: 'chime.caf', critical: true, volume: 0.5 },
    changes: { aps: { sound: { critical: 1, name: 'chime.caf', volume: 0.5 } } },
  },
  badge: { value: { set: 5 }, changes: { aps: { badge: 5 } } },
  group: { value: 'orders', changes: { aps: { 'thread-id': 'orders' } } },
  channel: { value: 'offers', changes: {}, isIgnored: true },
  iosCategory: { value: 'ORDER', changes: { aps: { category: 'ORDER' } } },
  interruption: { value: 'TIME_SENSITIVE', changes: { aps: { 'interruption-level': 'time-sensitive' } } },
  relevance: { value: 0.5, changes: { aps: { 'relevance-score': 0.5 } } },
  visibility: { value: 'SECRET', changes: {}, isIgnored: true },
  color: { value: '#1a2b3c', changes: {}, isIgnored: true },
  requireInteraction: { value: true, changes: {}, isIgnored: true },
  renotify: { value: true, changes: {}, isIgnored: true },
  buttons: {
    value: [
      { id: 'buy', link: LINK, icon: IMAGE, destructive: false, input: false },
      { id: 'no', link: null, icon: null, destructive: true, input: true },
    ],
    beside: { buttonLabels: { buy: 'Buy now' } },
    changes: {
      aps: { category: 'pushgraph.buy.no' },
      buttons: [
        { id: 'buy', label: 'Buy now', link: LINK, icon: IMAGE },
        { id: 'no', label: 'no', destructive: true, input: true },
      ],
    },
  },
  silent: {
    value: true,
    beside: { data: { order: '7' } },
    changes: {
      aps: { 'content-available': 1, alert: undefined, sound: undefined, 'mutable-content': undefined },
      order: '7',
    },
  },
  render: { value: 'APP', changes: {}, isIgnored: true },
  truncate: { value: true, changes: {} },
  missing: { value: 'ABORT', changes: {} },
  passthrough: {
    value: apns({ headers: null, payload: { aps: { 'target-content-id': 'w1' }, own: { a: [1] } } }),
    changes: { aps: { 'target-content-id': 'w1' }, own: { a: [1] } },
  },
};

testGolden(GOLDEN, { provider, render, plain: PLAIN });

test('Apple accepts a message with every field', async () => {
  const content = fullContent(GOLDEN, { title: 'Sale', text: 'Now', silent: null });
  const payload = render(content);
  expect(payload).toMatchObject({
    aps: { category: 'ORDER', badge: 5 },
    order: '7',
    buttons: [{ id: 'buy' }, { id: 'no' }],
  });
  const { request } = await preview(content, { collapseKey: content.collapseKey });
  expect(isApnsRefusal(accept(request?.headers ?? {}, payload))).toBe(false);
});

/** The library's types lack these methods. */
const nodeApn = (fields: object) =>
  new Notification(fields) as unknown as { compile(): string; headers(): Record<string, unknown> };

/** The message of `fullContent`, built with the usual Node.js library. */
const asNodeApn = (): { readonly payload: unknown; readonly headers: Record<string, unknown> } => {
  const notification = nodeApn({
    ...{ id: ID, topic: 'app.example', pushType: 'alert', priority: 10, expiry: NOW / 1_000 + 60, collapseId: 'sale' },
    ...{ title: 'Sale', body: 'Now', subtitle: 'Today', badge: 5, category: 'ORDER', threadId: 'orders' },
    ...{ mutableContent: true, interruptionLevel: 'time-sensitive', relevanceScore: 0.5 },
    ...{ sound: { critical: 1, name: 'chime.caf', volume: 0.5 }, targetContentIdentifier: 'w1' },
    payload: { receipt: 'r.1', image: IMAGE, icon: IMAGE, link: LINK, order: '7', own: { a: [1] } },
  });
  return { payload: JSON.parse(notification.compile()), headers: notification.headers() };
};

test('a message with every field equals the one from @parse/node-apn', async () => {
  const content = fullContent(GOLDEN, { title: 'Sale', text: 'Now', silent: null });
  const { payload, headers } = asNodeApn();
  const { buttons, ...ours } = render(content);
  expect(ours).toEqual(payload);
  expect(buttons).toHaveLength(2);
  const { request } = await preview(content, { collapseKey: content.collapseKey });
  const sent = request?.headers ?? {};
  // Our preview has no credentials and therefore no topic.
  const { 'apns-topic': _topic, ...expected } = headers;
  for (const [name, value] of Object.entries(expected)) expect([name, sent[name]]).toEqual([name, String(value)]);
});

test('a silent message equals the one from @parse/node-apn', async () => {
  const content = makeContent({ title: 'Sale', text: 'Now', silent: true, data: { order: '7' } });
  const notification = nodeApn({
    ...{ pushType: 'background', priority: 5, contentAvailable: true },
    payload: { receipt: 'r.1', order: '7' },
  });
  expect(render(content)).toEqual(JSON.parse(notification.compile()));
  const { request } = await preview(content);
  expect(request?.headers).toMatchObject({ 'apns-push-type': 'background', 'apns-priority': '5' });
});

test.each([
  [{ name: 'NONE', critical: false, volume: null }, undefined],
  [{ name: 'default', critical: false, volume: null }, 'default'],
  [
    { name: 'default', critical: true, volume: null },
    { critical: 1, name: 'default', volume: 1 },
  ],
])('the sound %j', (sound, expected) => {
  expect(render(makeContent({ sound })).aps.sound).toEqual(expected);
});

test('a badge increment goes to the service extension, because Apple can only set the badge', () => {
  const payload = render(makeContent({ badge: { increment: 2 } }));
  expect([payload.aps.badge, payload.badge_increment]).toEqual([undefined, 2]);
});

const preview = (content: MessageContent, options: Partial<SendBatch> = {}) =>
  previewMessage(
    provider,
    {
      messages: [{ id: ID, target: sampleTarget(provider), content, receipt: 'r.1' }],
      ...{ sharedId: null, ttlSeconds: 60, urgency: 'high', collapseKey: null },
      ...options,
    },
    { clock: { now: () => NOW }, appLink: null },
  );

const accept = (headers: Readonly<Record<string, unknown>>, payload: object) =>
  checkApnsMessage({ headers, body: Buffer.from(JSON.stringify(payload)) } as Parameters<typeof checkApnsMessage>[0]);

describe('the headers', () => {
  const headersOf = async (given: Partial<MessageContent>, options: Partial<SendBatch> = {}) =>
    (await preview(makeContent(given), options)).request?.headers;

  test.each([
    ['high', '10'],
    ['normal', '5'],
    ['low', '1'],
    ['very-low', '1'],
  ] as const)('%s urgency has priority %s', async (urgency, priority) => {
    expect(await headersOf({}, { urgency })).toMatchObject({ 'apns-priority': priority, 'apns-push-type': 'alert' });
  });

  test('time to live and collapse key', async () => {
    expect(await headersOf({}, { ttlSeconds: 0 })).toMatchObject({ 'apns-expiration': '0', 'apns-collapse-id': ID });
    expect(await headersOf({}, { ttlSeconds: 60, collapseKey: 'sale' })).toMatchObject({
      'apns-expiration': '1800000060',
      'apns-collapse-id': 'sale',
    });
  });

  test('a silent message is a background message with priority 5, whatever its urgency', async () => {
    expect(await headersOf({ silent: true })).toMatchObject({ 'apns-push-type': 'background', 'apns-priority': '5' });
  });

  test('from passthrough replace ours, except topic, authorization and identity', async () => {
    const headers = { 'apns-priority': '1', 'apns-topic': 'other', authorization: 'x', 'apns-id': 'y', ':path': '/' };
    const sent = await headersOf({ passthrough: apns({ headers, payload: null }) });
    expect(sent).toMatchObject({ 'apns-priority': '1', 'apns-id': ID });
    for (const value of ['other', 'x', 'y', '/']) expect(Object.values(sent ?? {})).not.toContain(value);
  });
});

describe('fields that Apple cannot carry are refused with their path', () => {
  const placesOf = (given: Partial<MessageContent>) =>
    (provider.problemsOf?.(makeContent(given)) ?? []).map(({ path }) => path);

  test('reserved keys of data', () => {
    expect(placesOf({ data: { aps: 'x', receipt: 'x', order: '7' } })).toEqual(['data.aps', 'data.receipt']);
    const payload = render(makeContent({ data: { aps: 'x', receipt: 'mine', buttons: 'x' } }));
    expect([typeof payload.aps, payload.receipt, payload.buttons]).toEqual(['object', 'r.1', undefined]);
  });

  test.each([
    ['link', 'javascript:alert(1)', 'myapp://sale'],
    ['aps.alert', 5, 'Mine'],
    ['aps.badge', '1', 0],
    ['aps.sound', 5, { name: 'bell.caf', critical: 1 }],
    ['aps.relevance-score', 'high', 0.5],
  ])('undocumented values in passthrough: %s', (path, wrong, right) => {
    const [name = '', inner] = path.split('.');
    const nest = (value: unknown) => ({ [name]: inner === undefined ? value : { [inner]: value } });
    const places = (value: unknown) => placesOf({ passthrough: apns({ headers: null, payload: nest(value) }) });

    expect(places(wrong)).toEqual([`passthrough.apns.payload.${path}`]);
    expect(places(right)).toEqual([]);
  });

  test('passthrough of headers and of the receipt', () => {
    const headers = { 'apns-topic': 'other', 'apns-expiration': '0' };
    const payload = { receipt: 'mine', aps: 'x' };
    expect(placesOf({ passthrough: apns({ headers, payload }) })).toEqual([
      'passthrough.apns.headers.apns-topic',
      'passthrough.apns.payload.receipt',
      'passthrough.apns.payload.aps',
    ]);
    expect(render(makeContent({ passthrough: apns({ headers: null, payload }) }))).toMatchObject({
      receipt: 'r.1',
      aps: { sound: 'default' },
    });
  });
});
