import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import type { Passthrough } from '../../../src/ports/field-values.js';
import type { MessageContent } from '../../../src/ports/message-fields.js';
import type { ProviderDefinition } from '../../../src/providers/definition.js';
import { provider_b } from '../../../src/providers/provider-b/definition.js';
import { idempotencyKey } from '../../../src/providers/provider-b/idempotency-key.js';
import { NotificationWriter } from '../../../src/providers/provider-b/notification-writer.js';
import type { SendBatch } from '../../../src/providers/sender.js';
import { checkOneSignalRequest } from '../../support/fakes/onesignal-checks.js';
import { readRepositoryFile } from '../../support/repository.js';
import { fullContent, type Golden, testGolden } from '../golden.js';
import { makeContent } from '../harness.js';

const ID = '3f2c1a00-1111-8222-9333-444455556666';
const OTHER = '4f2c1a00-1111-8222-9333-444455556666';
const SUBSCRIPTIONS = ['1dd608f2-c6a1-11e3-851d-000c2940e62c', '2dd608f2-c6a1-11e3-851d-000c2940e62c'] as const;
const APP_ID = '5eb5a37e-b458-11e3-ac11-000c2940e62c';
const provider = provider_b as unknown as ProviderDefinition;
const IMAGE = 'https://cdn.example/i.png';
const LINK = 'https://x.example/sale';

type Batch = Omit<SendBatch, 'app' | 'signal'>;

const batchOf = (content: MessageContent, count: 1 | 2): Batch => ({
  messages: [ID, OTHER].slice(0, count).map((id, index) => ({
    ...{ id, content, receipt: `r.${index + 1}` },
    target: { kind: 'subscription-id', subscriptionId: SUBSCRIPTIONS[index] ?? '' },
  })),
  ...{ sharedId: null, ttlSeconds: 60, urgency: 'high', collapseKey: content.collapseKey },
});

const write = (content: MessageContent, options: Partial<Batch> & { count?: 1 | 2 } = {}) => {
  const { count = 1, ...more } = options;
  const batch = { ...batchOf(content, count), ...more };
  const places = batch.messages.map((_, index) => index);
  return JSON.parse(new NotificationWriter(APP_ID, batch).write({ content, places }).toString());
};

const PLAIN = {
  app_id: APP_ID,
  ttl: 60,
  priority: 10,
  mutable_content: true,
  ios_sound: 'default',
  headings: { en: 'Sale' },
  contents: { en: 'Now' },
  idempotency_key: ID,
  collapse_id: ID,
  data: { receipt: 'r.1' },
  include_subscription_ids: [SUBSCRIPTIONS[0]],
};

const GOLDEN: Golden = {
  title: { value: 'Other', changes: { headings: { en: 'Other' } } },
  text: { value: 'Later', changes: { contents: { en: 'Later' } } },
  image: { value: IMAGE, changes: { big_picture: IMAGE, chrome_web_image: IMAGE, ios_attachments: { image: IMAGE } } },
  icon: { value: IMAGE, changes: { chrome_web_icon: IMAGE, large_icon: IMAGE } },
  link: { value: LINK, changes: { url: LINK } },
  subtitle: { value: 'Today', changes: { subtitle: { en: 'Today' } } },
  buttonLabels: { value: { buy: 'Buy now' }, changes: {} },
  // Time to live and urgency belong to the batch.
  timeToLive: { value: '1h', changes: {} },
  urgency: { value: 'LOW', changes: {} },
  collapseKey: { value: 'sale', changes: { collapse_id: 'sale' } },
  data: { value: { order: '7' }, changes: { data: { order: '7' } } },
  sound: {
    value: { name: 'chime.caf', critical: true, volume: 0.5 },
    changes: { ios_sound: 'chime.caf', android_sound: 'chime', ios_interruption_level: 'critical' },
  },
  badge: { value: { set: 5 }, changes: { ios_badgeType: 'SetTo', ios_badgeCount: 5 } },
  group: { value: 'orders', changes: { android_group: 'orders', thread_id: 'orders' } },
  channel: { value: 'offers', changes: { existing_android_channel_id: 'offers' } },
  iosCategory: { value: 'ORDER', changes: { ios_category: 'ORDER' } },
  interruption: { value: 'TIME_SENSITIVE', changes: { ios_interruption_level: 'time_sensitive' } },
  relevance: { value: 0.5, changes: { ios_relevance_score: 0.5 } },
  visibility: { value: 'SECRET', changes: { android_visibility: -1 } },
  color: { value: '#1a2b3c', changes: { android_accent_color: 'FF1A2B3C' } },
  requireInteraction: { value: true, changes: {}, isIgnored: true },
  renotify: { value: true, changes: {}, isIgnored: true },
  buttons: {
    value: [
      { id: 'buy', link: LINK, icon: IMAGE, destructive: false, input: false },
      { id: 'no', link: null, icon: null, destructive: true, input: true },
    ],
    beside: { buttonLabels: { buy: 'Buy now' } },
    changes: {
      buttons: [
        { id: 'buy', text: 'Buy now' },
        { id: 'no', text: 'no' },
      ],
      web_buttons: [
        { id: 'buy', text: 'Buy now', icon: IMAGE, url: LINK },
        { id: 'no', text: 'no' },
      ],
    },
  },
  silent: {
    value: true,
    changes: { content_available: true, headings: undefined, contents: undefined, ios_sound: undefined },
  },
  render: { value: 'APP', changes: {}, isIgnored: true },
  truncate: { value: true, changes: {} },
  missing: { value: 'ABORT', changes: {} },
  passthrough: {
    value: { fcm: null, apns: null, webpush: null, onesignal: { android_led_color: 'FF0000FF', priority: 5 } },
    changes: { android_led_color: 'FF0000FF', priority: 5 },
  },
};

const oneSignal = (json: Passthrough['onesignal']): Passthrough => ({
  ...{ fcm: null, apns: null, webpush: null },
  onesignal: json,
});
const plain = (more: Partial<MessageContent>) => makeContent({ title: 'Sale', text: 'Now', ...more });
const pathsOf = (more: Partial<MessageContent>) => (provider.problemsOf?.(plain(more)) ?? []).map(({ path }) => path);

describe('OneSignal gets', () => {
  testGolden(GOLDEN, { provider, render: write, plain: PLAIN });

  test.each([
    ['high', 10],
    ['normal', 5],
    ['low', 5],
    ['very-low', 5],
  ] as const)('urgency %s', (urgency, priority) => {
    expect(write(plain({}), { urgency }).priority).toBe(priority);
  });

  test('a time to live of at most four weeks', () => {
    expect(write(plain({}), { ttlSeconds: 10_000_000 }).ttl).toBe(2_419_200);
  });

  test.each([
    ['NONE', { ios_sound: 'nil', android_sound: 'nil' }],
    ['default', { ios_sound: 'default' }],
  ])('the sound %s', (name, sound) => {
    expect(write(plain({ sound: { name, critical: false, volume: null } }))).toEqual({ ...PLAIN, ...sound });
  });

  test('an increment of the badge', () => {
    expect(write(plain({ badge: { increment: -2 } }))).toMatchObject({
      ios_badgeType: 'Increase',
      ios_badgeCount: -2,
    });
  });

  test.each([
    ['PUBLIC', 1],
    ['PRIVATE', 0],
  ] as const)('visibility %s', (visibility, number) => {
    expect(write(plain({ visibility })).android_visibility).toBe(number);
  });

  test.each(['PASSIVE', 'ACTIVE', 'CRITICAL'] as const)('interruption %s', (interruption) => {
    expect(write(plain({ interruption })).ios_interruption_level).toBe(interruption.toLowerCase());
  });

  test('the icon as the small icon too if the message has a colour', () => {
    expect(write(plain({ icon: IMAGE, color: '#ff8800' }))).toMatchObject({ large_icon: IMAGE, small_icon: IMAGE });
  });

  test('data without a receipt in a call for several devices', () => {
    const shared = { count: 2, sharedId: OTHER } as const;

    expect(write(plain({ data: { order: '7' } }), shared).data).toEqual({ order: '7' });
    expect(write(plain({ data: { receipt: 'mine' } }), shared)).not.toHaveProperty('data');
    expect(write(plain({}), shared)).toMatchObject({
      collapse_id: OTHER,
      idempotency_key: idempotencyKey([ID, OTHER]),
      include_subscription_ids: SUBSCRIPTIONS,
    });
  });

  test('the receipt key only once', () => {
    const batch = batchOf(plain({ data: { receipt: 'mine', order: '7' } }), 1);
    const content = batch.messages[0]?.content ?? plain({});
    const body = new NotificationWriter(APP_ID, batch).write({ content, places: [0] }).toString();

    expect(body.match(/"receipt"/g)).toHaveLength(1);
    expect(body).toContain('"data":{"order":"7","receipt":"r.1"}');
    expect(pathsOf({ data: { receipt: 'mine', order: '7' } })).toEqual(['data.receipt']);
  });
});

describe('a message with all fields', () => {
  const schema = JSON.parse(readRepositoryFile('test/providers/provider-b/published/notification.schema.json'));
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', path: '/notifications', headers, body: Buffer.of(), origin: '', connection: {} };

  test.each([false, true])("is valid by OneSignal's API document, silent: %s", (silent) => {
    const validate = new Ajv({ strict: false }).compile(schema);
    const message = write(fullContent(GOLDEN, { silent }));

    validate(message);
    expect(validate.errors).toBeNull();
    expect(checkOneSignalRequest({ ...request, nthOnConnection: 1, mayRefuse: true }, message)).toBeNull();
  });
});

describe('passthrough of OneSignal', () => {
  test.each([
    'app_id',
    'app_ids',
    'include_subscription_ids',
    'include_aliases',
    'include_player_ids',
    'included_segments',
    'excluded_segments',
    'filters',
    'target_channel',
    'email_to',
    'idempotency_key',
    'external_id',
    'collapse_id',
    'web_push_topic',
  ])('may not change %s', (name) => {
    const json = { [name]: 'mine' };

    expect(provider.problemsOf?.(plain({ passthrough: oneSignal(json) }))).toEqual([
      { path: `passthrough.onesignal.${name}`, reason: expect.stringMatching(/^[A-Z].*\.$/) },
    ]);
    expect(write(plain({ passthrough: oneSignal(json) }))).toEqual(PLAIN);
  });

  test('may add to the data, but not change the receipt', () => {
    const json = { data: { receipt: 'mine', extra: { deep: [1] } } };

    expect(pathsOf({ passthrough: oneSignal(json) })).toEqual(['passthrough.onesignal.data.receipt']);
    expect(pathsOf({ passthrough: oneSignal({ data: null }) })).toEqual(['passthrough.onesignal.data']);
    expect(write(plain({ passthrough: oneSignal(json) })).data).toEqual({ extra: { deep: [1] }, receipt: 'r.1' });
    expect(write(plain({ passthrough: oneSignal({ data: null }) }))).toEqual(PLAIN);
  });

  test.each([
    ['priority', 'high', 5],
    ['content_available', 'yes', true],
    ['small_icon', 5, 'ic_sale'],
    ['buttons', { id: 'a' }, [{ id: 'a', text: 'A' }]],
    ['web_buttons', [{ id: 'a', url: 'javascript:alert(1)' }], [{ id: 'a', url: 'https://x.example/' }]],
  ])('must have documented values: %s', (name, wrong, right) => {
    expect(provider.problemsOf?.(plain({ passthrough: oneSignal({ [name]: wrong }) }))).toEqual([
      { path: `passthrough.onesignal.${name}`, reason: expect.stringMatching(/^This must be .+\.$/) },
    ]);
    expect(pathsOf({ passthrough: oneSignal({ [name]: right }) })).toEqual([]);
  });

  test('is applied last', () => {
    const json = { ios_sound: 'mine.caf', headings: { de: 'Ausverkauf' } };

    expect(write(plain({ passthrough: oneSignal(json) }))).toEqual({
      ...PLAIN,
      ios_sound: 'mine.caf',
      headings: { en: 'Sale', de: 'Ausverkauf' },
    });
  });

  test('cannot pollute prototypes', () => {
    const json = JSON.parse('{"__proto__":{"polluted":1},"data":{"__proto__":{"polluted":1}}}');

    expect(write(plain({ passthrough: oneSignal(json) }))).toEqual(PLAIN);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(pathsOf({ passthrough: oneSignal(json) })).toContain('passthrough.onesignal.__proto__');
  });
});
