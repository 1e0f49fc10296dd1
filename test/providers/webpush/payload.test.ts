import { describe, expect, test } from '@jest/globals';
import { contentOf, FIELD_LIST, type FieldName, type MessageContent } from '../../../src/ports/message-fields.js';
import { ignoredFields } from '../../../src/providers/field-mapping.js';
import type { Message } from '../../../src/providers/sender.js';
import { webpush } from '../../../src/providers/webpush/definition.js';
import { MAX_PLAINTEXT_BYTES } from '../../../src/providers/webpush/encrypt-message.js';
import { type PayloadOptions, PayloadRenderer } from '../../../src/providers/webpush/render-payload.js';
import { WEB_PUSH_FIELDS } from '../../../src/providers/webpush/web-push-fields.js';
import { parseDeclarativePush } from '../../support/declarative-push.js';

const ID = '3f2c1a00-1111-8222-9333-444455556666';
const LINK = 'https://shop.example/sale';
const TEXTS = { title: 'Sale', text: 'Half – "price"!' };
const SHOP = { collapseKey: null, appLink: 'https://shop.example/app?from=push' };

type Given = Partial<MessageContent>;

const messageOf = (given: Given): Message => ({
  id: ID,
  target: { kind: 'token', token: '' },
  content: contentOf(given, { ...TEXTS, ...given }),
  receipt: 'r.1',
});
const textOf = (given: Given, options: PayloadOptions = SHOP): string =>
  new PayloadRenderer(options).render(messageOf(given)).toString();
const payloadOf = (given: Given, options: PayloadOptions = SHOP) => JSON.parse(textOf(given, options));

/** One value for each field, and the resulting members of the notification, its data and the message. */
const MAPPING: { readonly [Name in FieldName]: null | { readonly value: unknown; readonly shows: object } } = {
  title: { value: 'Sale', shows: { title: 'Sale', notification: { title: 'Sale' } } },
  text: { value: 'Now', shows: { body: 'Now', notification: { body: 'Now' } } },
  image: { value: 'https://a.example/i', shows: { notification: { image: 'https://a.example/i' } } },
  icon: { value: 'https://a.example/c', shows: { notification: { icon: 'https://a.example/c' } } },
  link: { value: LINK, shows: { link: LINK, notification: { navigate: LINK } } },
  subtitle: null,
  buttonLabels: { value: { buy: 'Buy now' }, shows: {} },
  timeToLive: { value: '1h', shows: {} },
  urgency: { value: 'LOW', shows: {} },
  collapseKey: { value: 'offer', shows: {} },
  data: { value: { order: '17', link: 'of the page' }, shows: { notification: { data: { order: '17' } } } },
  sound: { value: { name: 'NONE', critical: false, volume: null }, shows: { notification: { silent: true } } },
  badge: { value: { set: 3 }, shows: { app_badge: 3 } },
  group: null,
  channel: null,
  iosCategory: null,
  interruption: null,
  relevance: null,
  visibility: null,
  color: null,
  requireInteraction: { value: true, shows: { notification: { requireInteraction: true } } },
  renotify: { value: true, shows: { notification: { renotify: true } } },
  buttons: {
    value: [{ id: 'buy', link: 'https://shop.example/buy', icon: null, destructive: false, input: false }],
    shows: { notification: { actions: [{ action: 'buy', title: 'buy', navigate: 'https://shop.example/buy' }] } },
  },
  silent: null,
  render: null,
  truncate: { value: true, shows: {} },
  missing: { value: 'ABORT', shows: {} },
  passthrough: {
    value: { fcm: null, apns: null, webpush: { notification: { vibrate: [200] } }, onesignal: null },
    shows: { notification: { vibrate: [200] } },
  },
};

describe('a Web Push message', () => {
  test('with only REST fields has the same bytes as in earlier releases', () => {
    const given = { image: 'https://a.example/i', icon: 'https://a.example/c', link: LINK, language: 'de' };
    expect(textOf(given)).toBe(
      '{"title":"Sale","body":"Half – \\"price\\"!","image":"https://a.example/i","icon":"https://a.example/c",' +
        `"link":"${LINK}","tag":"${ID}","receipt":"r.1"}`,
    );
    expect(textOf({})).toBe(`{"title":"Sale","body":"Half – \\"price\\"!","tag":"${ID}","receipt":"r.1"}`);
  });

  test('with any other field has those members, and is declarative', () => {
    const given = { link: LINK, language: 'de', requireInteraction: true };
    expect(textOf(given)).toBe(
      `{"title":"Sale","body":"Half – \\"price\\"!","link":"${LINK}","tag":"${ID}","web_push":8030,"mutable":true,` +
        '"notification":{"lang":"de","dir":"ltr","title":"Sale","body":"Half – \\"price\\"!","requireInteraction":true,' +
        `"navigate":"${LINK}","tag":"${ID}","data":{"receipt":"r.1"}},"receipt":"r.1"}`,
    );
  });

  test.each(FIELD_LIST.map(({ name }) => name))('carries %s, or ignores it', (name) => {
    const row = MAPPING[name];
    expect(ignoredFields({ fields: WEB_PUSH_FIELDS }, { [name]: row?.value ?? 'x' })).toEqual(
      row === null ? [name] : [],
    );
    const options = { ...SHOP, collapseKey: name === 'collapseKey' ? 'offer' : null };
    // Another field beyond REST makes the message declarative.
    const [without, having] = [{}, row === null ? {} : { [name]: row.value }].map((more) =>
      payloadOf({ truncate: true, ...more }, options),
    );
    expect(having).toMatchObject(row?.shows ?? {});
    if (row === null || Object.keys(row.shows).length === 0) expect(having).toEqual(without);
  });

  test('is accepted by Safari, with every field', () => {
    const given: Record<string, unknown> = Object.fromEntries(
      Object.entries(MAPPING).flatMap(([name, row]) => (row === null ? [] : [[name, row.value]])),
    );
    const bytes = new PayloadRenderer(SHOP).render(messageOf(given));
    expect(parseDeclarativePush(bytes)).toEqual({
      title: 'Sale',
      navigate: LINK,
      actions: [{ action: 'buy', title: 'Buy now', navigate: 'https://shop.example/buy' }],
      data: { order: '17', link: 'of the page', receipt: 'r.1' },
      appBadge: 3,
      mutable: true,
    });
  });

  test("without a link opens its application's origin, as do its buttons without a link", () => {
    const buttons = [
      { id: 'yes', link: LINK, icon: 'https://a.example/y', destructive: false, input: false },
      { id: 'no', link: null, icon: null, destructive: true, input: false },
    ];
    const payload = payloadOf({ buttons, buttonLabels: { yes: 'Ja' } });
    expect(payload.notification).toMatchObject({
      navigate: 'https://shop.example/',
      actions: [
        { action: 'yes', title: 'Ja', navigate: LINK, icon: 'https://a.example/y' },
        { action: 'no', title: 'no', navigate: 'https://shop.example/' },
      ],
    });
    expect(payload).not.toHaveProperty('link');
    expect(payloadOf({ buttons: [] }).notification).not.toHaveProperty('actions');
  });

  test.each([null, 'myapp://start', 'no address'])(
    'of an application with the link %j is for the worker only',
    (appLink) => {
      const buttons = [{ id: 'no', link: null, icon: null, destructive: false, input: false }];
      const payload = payloadOf({ buttons }, { collapseKey: null, appLink });
      expect(payload).toEqual({
        ...{ title: 'Sale', body: 'Half – "price"!', tag: ID, receipt: 'r.1' },
        notification: {
          ...{ title: 'Sale', body: 'Half – "price"!', tag: ID, data: { receipt: 'r.1' } },
          actions: [{ action: 'no', title: 'no' }],
        },
      });
      expect(payloadOf({ buttons, link: LINK }, { collapseKey: null, appLink })).toMatchObject({ web_push: 8030 });
    },
  );

  test('gives the writing direction of its language', () => {
    const shown = ['ar-EG', 'he', 'iw', 'fa', 'az-Arab', 'az', 'de', 'zh-Hant'].map((language) => {
      const { lang, dir } = payloadOf({ language, truncate: true }).notification;
      return [lang, dir];
    });
    expect(shown).toEqual([
      ...['ar-EG', 'he', 'iw', 'fa', 'az-Arab'].map((language) => [language, 'rtl']),
      ...['az', 'de', 'zh-Hant'].map((language) => [language, 'ltr']),
    ]);
  });

  test('adds to the badge through the worker, because only the worker can', () => {
    const payload = payloadOf({ badge: { increment: 2 }, data: { badge_increment: 'theirs' } });
    expect(payload.notification.data).toEqual({ badge_increment: 2, receipt: 'r.1' });
    expect(payload).not.toHaveProperty('app_badge');
    expect(payloadOf({ badge: { set: 0 } }).app_badge).toBe(0);
  });

  test('keeps its identity and receipt, whatever passthrough and data contain', () => {
    const theirs = { web_push: 1, mutable: false, tag: 'theirs', receipt: 'theirs', title: 'Other', more: { a: [1] } };
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}');
    const notification = { tag: 'theirs', body: 'Other', data: { receipt: 'theirs', a: 1 }, ...hostile };
    const webpush = { ...theirs, notification };
    const passthrough = { fcm: null, apns: null, webpush, onesignal: null };
    const payload = payloadOf({ passthrough, data: { receipt: 'theirs', b: '2' } }, { ...SHOP, collapseKey: 'offer' });
    expect(payload).toMatchObject({
      ...{ web_push: 8030, mutable: true, tag: 'offer', receipt: 'r.1', title: 'Other', more: { a: [1] } },
      notification: { title: 'Sale', body: 'Other', tag: 'offer', data: { b: '2', a: 1, receipt: 'r.1' } },
    });
    expect(payload.notification.data).toEqual({ b: '2', a: 1, receipt: 'r.1' });
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
    const broken = { ...passthrough, webpush: { notification: 5 } };
    expect(payloadOf({ passthrough: broken }).notification).toMatchObject({ data: { receipt: 'r.1' } });
  });

  test('is refused at save with the path and the reason if passthrough or data use reserved members', () => {
    const problemsOf = (given: object, data: Record<string, string> | null = null): unknown[] => {
      const passthrough = { fcm: null, apns: null, webpush: given as Record<string, unknown>, onesignal: null };
      return (webpush.problemsOf?.(contentOf({ passthrough, data }, TEXTS)) ?? []).map(({ path }) => path);
    };
    expect(problemsOf({ notification: { vibrate: [200], title: 'Other', data: { a: 1 } }, own: true })).toEqual([]);
    const data = { order: '17', receipt: 'x', badge_increment: '1', link: 'x', buttons: 'x', links: 'x' };
    expect(problemsOf({}, data)).toEqual(['data.receipt', 'data.badge_increment', 'data.link', 'data.buttons']);
    const identity = { tag: 'x', receipt: 'x', notification: { tag: 'x', data: { receipt: 'x' } } };
    expect(problemsOf({ web_push: 1, mutable: false, ...identity })).toEqual([
      'passthrough.webpush.web_push',
      'passthrough.webpush.mutable',
      'passthrough.webpush.tag',
      'passthrough.webpush.receipt',
      'passthrough.webpush.notification.tag',
      'passthrough.webpush.notification.data.receipt',
    ]);
    expect(problemsOf({ headers: { Topic: 'x' }, topic: 'x', Topic: 'x' })).toEqual([
      ...['headers', 'topic', 'Topic'].map((name) => `passthrough.webpush.${name}`),
    ]);
    expect(problemsOf({ notification: { title: ' ', navigate: '/there', actions: [{ action: 'a' }] } })).toEqual([
      'passthrough.webpush.notification.navigate',
      'passthrough.webpush.notification.title',
      'passthrough.webpush.notification.actions',
    ]);
    const wrong = { body: 5, dir: 'up', navigate: 'javascript:x()', silent: 'yes', timestamp: -1 };
    expect(problemsOf({ title: 5, link: 'javascript:x()', app_badge: -1, notification: wrong })).toEqual([
      ...['title', 'link', 'app_badge'].map((name) => `passthrough.webpush.${name}`),
      ...['body', 'navigate', 'dir', 'silent', 'timestamp'].map((name) => `passthrough.webpush.notification.${name}`),
    ]);
    expect(problemsOf({ title: 'T', link: 'app:x', app_badge: 0, notification: { dir: 'rtl' } })).toEqual([]);
    expect(problemsOf({ notification: 5 })).toEqual(['passthrough.webpush.notification']);
  });

  test('fits in both forms if it fits when it is saved', () => {
    const limit = webpush.size?.limitBytes ?? 0;
    expect(limit).toBe(MAX_PLAINTEXT_BYTES);
    for (const given of [{ truncate: true }, { truncate: true, link: LINK }, { buttons: BUTTONS }, { link: LINK }]) {
      const message = messageOf({ ...given, language: 'de' });
      const measured = webpush.size?.measure(message) ?? 0;
      const sent = new PayloadRenderer(SHOP).render(message).length;
      const isExact = 'link' in given;
      expect([given, isExact ? measured === sent : measured > sent]).toEqual([given, true]);
    }
    const plain = webpush.size?.measure(messageOf({ text: 'x'.repeat(1_000) })) ?? 0;
    const both = webpush.size?.measure(messageOf({ text: 'x'.repeat(1_000), truncate: true })) ?? 0;
    expect(both - plain).toBeGreaterThan(1_000);
  });

  test('fills in the values of each device in both forms', () => {
    const { content, ...message } = messageOf({ truncate: true });
    const slotted = { title: ['Hello ', 0] };
    const renderer = new PayloadRenderer(SHOP);
    const [one, other] = ['Ann', 'Bob'].map((name) =>
      JSON.parse(renderer.render({ ...message, content: { ...content, slotted }, slots: [name] }).toString()),
    );
    expect([one.title, one.notification.title, other.notification.title]).toEqual([
      'Hello Ann',
      'Hello Ann',
      'Hello Bob',
    ]);
  });
});

const BUTTONS = [{ id: 'no', link: null, icon: null, destructive: false, input: false }];
