import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import type { JsonObject } from '../../../src/ports/field-values.js';
import type { MessageContent } from '../../../src/ports/message-fields.js';
import { MAX_PAYLOAD_BYTES, payloadBytes } from '../../../src/providers/provider-a/build-message.js';
import { OWN_KEYS } from '../../../src/providers/provider-a/fcm-fields.js';
import { APP_DRAWN_KEYS } from '../../../src/providers/provider-a/other-platforms.js';
import { findFcmViolations } from '../../support/fakes/fcm-schema.js';
import { readRepositoryFile } from '../../support/repository.js';
import { fullContent, testGolden } from '../golden.js';
import { GOLDEN, ID, IMAGE, LABELLED, LINK, PLAIN, plain, provider, render } from './fcm-golden.js';

const forms: [string, Partial<MessageContent>][] = [
  ['drawn by the system', { render: 'SYSTEM', silent: false }],
  ['drawn by the app', { render: 'APP', silent: false }],
  ['silent', { silent: true }],
];

describe('Firebase Cloud Messaging gets', () => {
  testGolden(GOLDEN, { provider, render, plain: PLAIN });

  test.each([
    ['high', 'high', '10', 'high'],
    ['normal', 'normal', '5', 'normal'],
    ['low', 'normal', '1', 'low'],
    ['very-low', 'normal', '1', 'very-low'],
  ] as const)('urgency %s', (urgency, priority, apnsPriority, header) => {
    expect(render(plain({}), { urgency })).toMatchObject({
      android: { priority },
      apns: { headers: { 'apns-priority': apnsPriority } },
      webpush: { headers: { Urgency: header } },
    });
  });

  test('a time to live of at most four weeks', () => {
    expect(render(plain({}), { ttlSeconds: 0 })).toMatchObject({
      android: { ttl: '0s' },
      apns: { headers: { 'apns-expiration': '0' } },
      webpush: { headers: { TTL: '0' } },
    });
    expect(render(plain({}), { ttlSeconds: 10_000_000 }).android.ttl).toBe('2419200s');
  });

  test('silence for the sound NONE, and the default sound on Android on request', () => {
    const none = render(plain({ sound: { name: 'NONE', critical: false, volume: null } }));
    const standard = render(plain({ sound: { name: 'default', critical: false, volume: null } }));

    expect(none.android.notification).toEqual({ tag: ID });
    expect(none.apns.payload.aps).toEqual({ 'mutable-content': 1 });
    expect(none.webpush.notification).toEqual({ tag: ID, silent: true });
    expect(standard.android.notification).toEqual({ tag: ID, default_sound: true });
    expect(standard.apns.payload.aps.sound).toBe('default');
  });

  test('the badge increment for Apple only, because Android counts itself', () => {
    const message = render(plain({ badge: { increment: 2 } }));

    expect(message.android.notification).toEqual({ tag: ID });
    expect(message.apns.payload).toMatchObject({ badge_increment: 2 });
  });

  test('the priority from the interruption level, not from the relevance', () => {
    const { android } = render(plain({ interruption: 'PASSIVE', relevance: 1 }));

    expect(android.notification.notification_priority).toBe('PRIORITY_LOW');
  });

  test('all fields that the app draws, as texts', () => {
    const { data } = render(fullContent(GOLDEN, { silent: false, render: 'APP', passthrough: null }));

    expect(data).toEqual({
      title: 'Other',
      text: 'Later',
      subtitle: 'Today',
      image: IMAGE,
      icon: IMAGE,
      link: LINK,
      order: '7',
      sound: 'chime.caf',
      badge: '5',
      group: 'orders',
      channel: 'offers',
      interruption: 'TIME_SENSITIVE',
      relevance: '0.5',
      visibility: 'SECRET',
      color: '#1a2b3c',
      buttons: JSON.stringify(LABELLED),
      message_id: 'sale',
      receipt: 'r.1',
    });
  });
});

test('docs/android-messages.md lists each key of a message that the app draws', () => {
  const page = readRepositoryFile('docs/android-messages.md');
  const keys = page.split('\n').flatMap((line) => /^\| (`.*?`) \|/.exec(line)?.[1]?.match(/\w+/g) ?? []);

  expect(keys).toEqual(expect.arrayContaining([...APP_DRAWN_KEYS, ...OWN_KEYS]));
});

describe('a message with all fields', () => {
  test.each(forms)("is valid by Google's discovery document, %s", (_, form) => {
    const schema = readRepositoryFile('test/providers/provider-a/published/fcm-v1.schema.json');
    const validate = new Ajv({ strict: false }).compile(JSON.parse(schema));
    const message = render(fullContent(GOLDEN, form));
    // Google's own SDK also sends the priority in lower case.
    const priority = message.android.priority.toUpperCase();

    validate({ message: { ...message, android: { ...message.android, priority } } });
    expect(validate.errors).toBeNull();
    expect(findFcmViolations(message)).toEqual([]);
  });
});

describe('the size', () => {
  const size = (content: MessageContent) =>
    payloadBytes({ id: ID, target: { kind: 'token', token: 't' }, content, receipt: 'r.1' });
  const passthrough = (fcm: JsonObject): Partial<MessageContent> => ({
    passthrough: { fcm, apns: null, webpush: null, onesignal: null },
  });

  test('counts the keys and values that reach an Android app', () => {
    // Only Android reads it, so Android's payload is the larger one.
    const long = passthrough({ android: { notification: { ticker: 't'.repeat(1_000) } } });
    const added = (more: Partial<MessageContent>) => size(plain({ ...long, ...more })) - size(plain(long));

    expect(size(plain(long))).toBe(`titleSalebodyNowtag${ID}tickerreceiptr.1`.length + 1_000);
    expect(added({ channel: 'offers' })).toBe('channel_idoffers'.length);
    expect(added({ badge: { set: 12 } })).toBe('notification_count12'.length);
    expect(added({ data: { order: '7' } })).toBe('order7'.length);
    expect(size(plain({ text: 'x'.repeat(4_000), data: { a: 'y'.repeat(200) } }))).toBeGreaterThan(MAX_PAYLOAD_BYTES);
  });

  test('counts the payload that reaches an iPhone if that is larger', () => {
    const { aps, ...own } = render(plain({})).apns.payload;
    const alert = { title: 'Sale', body: 'Now' };
    const link = `https://x.example/${'x'.repeat(1_400)}`;
    const buttons = ['a', 'b', 'c'].map((id) => ({ id, link, icon: null, destructive: false, input: false }));

    expect(size(plain({}))).toBe(JSON.stringify({ receipt: 'r.1', ...own, aps: { alert, ...aps } }).length);
    expect(size(plain({ subtitle: 'Today' })) - size(plain({}))).toBe(',"subtitle":"Today"'.length);
    expect(size(plain({ text: '\n'.repeat(10) })) - size(plain({ text: '' }))).toBe(20);
    expect(size(plain({ buttons }))).toBeGreaterThan(MAX_PAYLOAD_BYTES);
    expect(size(plain(passthrough({ apns: { payload: { own: 'x'.repeat(4_096) } } })))).toBeGreaterThan(
      MAX_PAYLOAD_BYTES,
    );
    expect(size(plain({ silent: true, data: { a: 'b' } }))).toBe(
      JSON.stringify({ a: 'b', message_id: ID, receipt: 'r.1', aps: { 'content-available': 1 } }).length,
    );
  });
});
