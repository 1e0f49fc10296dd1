import { describe, expect, test } from '@jest/globals';
import type { Passthrough } from '../../../src/ports/field-values.js';
import type { MessageContent } from '../../../src/ports/message-fields.js';
import { ID, PLAIN, plain, provider, render } from './fcm-golden.js';

const fcm = (json: Passthrough['fcm']): Passthrough => ({ fcm: json, apns: null, webpush: null, onesignal: null });
const problemsOf = (more: Partial<MessageContent>) => provider.problemsOf?.(plain(more)) ?? [];
const pathsOf = (more: Partial<MessageContent>) => problemsOf(more).map(({ path }) => path);
describe('data', () => {
  test.each(['from', 'message_type', 'google.c.id', 'gcm', 'gcm.notification.x', 'receipt', 'message_id'])(
    'must not have the key %s',
    (key) => {
      expect(pathsOf({ data: { [key]: 'x', fine: 'y' } })).toEqual([`data.${key}`]);
      expect(render(plain({ data: { [key]: 'x' } })).data).toEqual({ receipt: 'r.1' });
    },
  );

  test('may have keys that only look like reserved ones', () => {
    expect(pathsOf({ data: { fromage: 'x', google: 'x', googleid: 'x', message_types: 'x' } })).toEqual([
      'data.google',
    ]);
  });

  test('must not have the keys of a message that the app draws', () => {
    expect(pathsOf({ data: { title: 'x', buttons: 'y' }, render: 'APP' })).toEqual(['data.title', 'data.buttons']);
    expect(pathsOf({ data: { title: 'x' } })).toEqual([]);
  });

  test('must not have a key that the message writes itself', () => {
    const data = { link: 'mine', icon: 'mine', order: '17' };
    const link = 'https://x.example/';

    expect(pathsOf({ data })).toEqual([]);
    expect(pathsOf({ data, link, icon: link })).toEqual(['data.link', 'data.icon']);
    expect(render(plain({ data, link, icon: link })).data).toMatchObject({ link, icon: link, order: '17' });
  });

  test('must not have the title, by which apps distinguish visible from silent messages', () => {
    expect(pathsOf({ silent: true, data: { title: 'x', text: 'y' } })).toEqual(['data.title']);
  });
});

describe('passthrough of Firebase Cloud Messaging', () => {
  test.each([
    'token',
    'topic',
    'condition',
    'name',
    'fid',
    'android_v2',
    'data.receipt',
    'data.message_id',
    'android.collapse_key',
    'android.data',
    'android.notification.tag',
    'apns.live_activity_token',
    'apns.headers.authorization',
    'apns.headers.apns-topic',
    'apns.headers.apns-collapse-id',
    'apns.payload.receipt',
    'webpush.headers.Topic',
    'webpush.headers.authorization',
    'webpush.data',
    'webpush.notification.tag',
  ])('may not change %s', (path) => {
    const given = nest(path, 'mine');

    expect(problemsOf({ passthrough: fcm(given) })).toEqual([
      { path: `passthrough.fcm.${path}`, reason: expect.stringMatching(/^[A-Z].*\.$/) },
    ]);
    expect(render(plain({ passthrough: fcm(given) }))).toEqual(PLAIN);
  });

  test.each([
    ['android.collapseKey', 'android.collapse_key'],
    ['apns.headers.APNS-Topic', 'apns.headers.apns-topic'],
    ['webpush.headers.topic', 'webpush.headers.Topic'],
    ['apns.liveActivityToken', 'apns.live_activity_token'],
    ['androidV2.notification', 'android_v2'],
  ])('may not change it in a different spelling: %s', (path, known) => {
    expect(pathsOf({ passthrough: fcm(nest(path, 'mine')) })).toEqual([`passthrough.fcm.${known}`]);
    expect(render(plain({ passthrough: fcm(nest(path, 'mine')) }))).toEqual(PLAIN);
  });

  test.each(['android', 'android.notification', 'apns.headers', 'apns.payload', 'data', 'webpush.notification'])(
    'may not replace %s, which holds the identity or the receipt',
    (path) => {
      for (const value of [null, 'x', ['x']]) {
        expect(pathsOf({ passthrough: fcm(nest(path, value)) })).toEqual([`passthrough.fcm.${path}`]);
        expect(render(plain({ passthrough: fcm(nest(path, value)) }))).toEqual(PLAIN);
      }
    },
  );

  test('names a member that FCM does not have', () => {
    expect(pathsOf({ passthrough: fcm({ andriod: {}, android: { notification: { colour: 'red' } } }) })).toEqual([
      'passthrough.fcm.andriod',
      'passthrough.fcm.android.notification.colour',
    ]);
  });

  test.each(['x\n', 'x: y', ''])('names a header that cannot exist: %j', (name) => {
    expect(pathsOf({ passthrough: fcm({ apns: { headers: { [name]: 'x' } } }) })).toEqual([
      `passthrough.fcm.apns.headers.${name}`,
    ]);
  });

  test('follows the rules of data', () => {
    const data = { from: 'x', count: 7, fine: 'y' };

    expect(pathsOf({ passthrough: fcm({ data }) })).toEqual([
      'passthrough.fcm.data.from',
      'passthrough.fcm.data.count',
    ]);
    expect(render(plain({ passthrough: fcm({ data }) })).data).toEqual({ fine: 'y', receipt: 'r.1' });
  });

  test.each([
    ['data.link', 'javascript:alert(1)', 'https://x.example/'],
    ['android.ttl', '1h', '3600s'],
    ['android.priority', 'urgent', 'HIGH'],
    ['android.notification.visibility', 'hidden', 'SECRET'],
    ['android.notification.notification_priority', 'HIGH', 'PRIORITY_HIGH'],
    ['android.notification.body_loc_args', [1], ['1']],
    ['webpush.fcm_options.link', 'http://x.example/', 'https://x.example/'],
    ['apns.headers.apns-priority', '7', '5'],
    ['apns.headers.apns-push-type', 'voip', 'alert'],
    ['apns.payload.link', 'javascript:alert(1)', 'myapp://sale'],
    ['apns.payload.aps.badge', -1, 0],
    ['apns.payload.aps.alert', 5, { title: 'Mine' }],
  ])('must have the values documented by Google and Apple: %s', (path, wrong, right) => {
    expect(problemsOf({ passthrough: fcm(nest(path, wrong)) })).toEqual([
      { path: `passthrough.fcm.${path}`, reason: expect.stringMatching(/^This must be .+\.$/) },
    ]);
    expect(problemsOf({ passthrough: fcm(nest(path, right)) })).toEqual([]);
  });

  test('is applied last, and replaces values in either spelling', () => {
    const json = {
      android: { notification: { channelId: 'mine' }, ttl: '5s' },
      webpush: { headers: { ttl: '7' } },
      apns: { headers: { 'APNS-Priority': '1' }, payload: { aps: { category: 'MINE' } } },
    };
    const content = plain({ channel: 'ours', iosCategory: 'OURS', passthrough: fcm(json) });

    expect(render(content)).toMatchObject({
      android: { ttl: '5s', notification: { channel_id: 'mine', tag: ID } },
      webpush: { headers: { TTL: '7' } },
      apns: { headers: { 'apns-priority': '1' }, payload: { aps: { category: 'MINE', sound: 'default' } } },
    });
    expect(Object.keys(render(content).webpush.headers)).toEqual(['TTL', 'Urgency', 'Topic']);
  });

  test('keeps the identity of a notification that it adds', () => {
    const json = { notification: { body: 'Mine' }, webpush: { notification: { body: 'Mine' } } };

    expect(render(plain({ silent: true, passthrough: fcm(json) }))).toMatchObject({
      android: { notification: { tag: ID } },
      webpush: { notification: { tag: ID } },
    });
  });

  test.each([{ silent: true }, { render: 'APP' }] as const)('draws nothing by options alone: %j', (form) => {
    const json = { android: { notification: { click_action: 'OPEN_LINK' } } };

    expect(render(plain({ ...form, passthrough: fcm(json) }))).toEqual(render(plain(form)));
    expect(render(plain({ passthrough: fcm(json) })).android.notification).toEqual({
      tag: ID,
      click_action: 'OPEN_LINK',
    });
  });

  test('cannot pollute prototypes', () => {
    const json = JSON.parse('{"__proto__":{"polluted":1},"apns":{"payload":{"__proto__":{"polluted":1}}}}');

    expect(pathsOf({ passthrough: fcm(json) })).toEqual([
      'passthrough.fcm.__proto__',
      'passthrough.fcm.apns.payload.__proto__',
    ]);
    expect(render(plain({ passthrough: fcm(json) }))).toEqual(PLAIN);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(pathsOf({ passthrough: fcm({ constructor: { prototype: {} } }) })).toEqual(['passthrough.fcm.constructor']);
  });
});

const nest = (path: string, value: unknown): Record<string, unknown> =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Record<string, unknown>;
