import type { BaseMessage } from 'firebase-admin/messaging';
import type { MessageContent } from '../../../src/ports/message-fields.js';
import type { ProviderDefinition } from '../../../src/providers/definition.js';
import type { MessageOptions } from '../../../src/providers/provider-a/build-message.js';
import { provider_a } from '../../../src/providers/provider-a/definition.js';
import { MessageRenderer } from '../../../src/providers/provider-a/render-message.js';
import type { Golden } from '../golden.js';
import { makeContent } from '../harness.js';

export const NOW = 1_800_000_000_000;
export const ID = '3f2c1a00-1111-8222-9333-444455556666';
export const provider = provider_a as unknown as ProviderDefinition;
export const IMAGE = 'https://cdn.example/i.png';
export const LINK = 'https://x.example/sale';
const BUTTONS = [
  { id: 'buy', link: LINK, icon: IMAGE, destructive: false, input: false },
  { id: 'no', link: null, icon: null, destructive: true, input: true },
];
export const LABELLED = [
  { id: 'buy', label: 'Buy now', link: LINK, icon: IMAGE },
  { id: 'no', label: 'no', destructive: true, input: true },
];

export const render = (content: MessageContent, options: Partial<MessageOptions> = {}) => {
  const given = { ttlSeconds: 60, urgency: 'high', collapseKey: content.collapseKey, ...options } as const;
  const message = { id: ID, target: { kind: 'token', token: 't' }, content, receipt: 'r.1' } as const;
  return JSON.parse(new MessageRenderer(given, NOW).render(message, 'device:1').toString()).message;
};

export const PLAIN = {
  notification: { title: 'Sale', body: 'Now' },
  android: { ttl: '60s', priority: 'high', notification: { tag: ID } },
  apns: {
    headers: { 'apns-expiration': '1800000060', 'apns-priority': '10', 'apns-collapse-id': ID },
    payload: { aps: { sound: 'default', 'mutable-content': 1 } },
  },
  webpush: {
    headers: { TTL: '60', Urgency: 'high', Topic: '3f2c1a00111182229333444455556666' },
    notification: { tag: ID },
  },
  data: { receipt: 'r.1' },
  token: 'device:1',
};

/** The members that differ in a data-only message. */
const NOTHING_DRAWN = { notification: undefined, android: { notification: undefined } };
const android = (notification: object) => ({ android: { notification } });
const apple = (aps: object) => ({ apns: { payload: { aps } } });

export const GOLDEN: Golden = {
  title: { value: 'Other', changes: { notification: { title: 'Other' } } },
  text: { value: 'Later', changes: { notification: { body: 'Later' } } },
  image: {
    value: IMAGE,
    changes: {
      notification: { image: IMAGE },
      apns: { fcm_options: { image: IMAGE } },
      webpush: { notification: { image: IMAGE } },
    },
  },
  icon: { value: IMAGE, changes: { data: { icon: IMAGE }, webpush: { notification: { icon: IMAGE } } } },
  link: { value: LINK, changes: { data: { link: LINK }, webpush: { fcm_options: { link: LINK } } } },
  subtitle: { value: 'Today', changes: apple({ alert: { title: 'Sale', subtitle: 'Today', body: 'Now' } }) },
  buttonLabels: { value: { buy: 'Buy now' }, changes: {} },
  // Time to live and urgency belong to the batch.
  timeToLive: { value: '1h', changes: {} },
  urgency: { value: 'LOW', changes: {} },
  collapseKey: {
    value: 'sale',
    changes: {
      android: { collapse_key: 'sale', notification: { tag: 'sale' } },
      apns: { headers: { 'apns-collapse-id': 'sale' } },
      webpush: { headers: { Topic: 'sale' }, notification: { tag: 'sale' } },
    },
  },
  data: { value: { order: '7' }, changes: { data: { order: '7' } } },
  sound: {
    value: { name: 'chime.caf', critical: true, volume: 0.5 },
    changes: {
      ...android({ sound: 'chime' }),
      ...apple({ sound: { critical: 1, name: 'chime.caf', volume: 0.5 } }),
    },
  },
  badge: { value: { set: 5 }, changes: { ...android({ notification_count: 5 }), ...apple({ badge: 5 }) } },
  group: { value: 'orders', changes: apple({ 'thread-id': 'orders' }) },
  channel: { value: 'offers', changes: android({ channel_id: 'offers' }) },
  iosCategory: { value: 'ORDER', changes: apple({ category: 'ORDER' }) },
  interruption: {
    value: 'TIME_SENSITIVE',
    changes: {
      ...android({ notification_priority: 'PRIORITY_HIGH' }),
      ...apple({ 'interruption-level': 'time-sensitive' }),
    },
  },
  relevance: {
    value: 0.5,
    changes: { ...android({ notification_priority: 'PRIORITY_DEFAULT' }), ...apple({ 'relevance-score': 0.5 }) },
  },
  visibility: { value: 'SECRET', changes: android({ visibility: 'SECRET' }) },
  color: { value: '#1a2b3c', changes: android({ color: '#1a2b3c' }) },
  requireInteraction: {
    value: true,
    changes: { webpush: { notification: { requireInteraction: true } } },
    isIgnored: true,
  },
  renotify: { value: true, changes: { webpush: { notification: { renotify: true } } }, isIgnored: true },
  buttons: {
    value: BUTTONS,
    beside: { buttonLabels: { buy: 'Buy now' } },
    changes: {
      apns: { payload: { aps: { category: 'pushgraph.buy.no' }, buttons: LABELLED } },
      webpush: {
        notification: {
          actions: [
            { action: 'buy', title: 'Buy now', icon: IMAGE },
            { action: 'no', title: 'no' },
          ],
        },
      },
    },
  },
  silent: {
    value: true,
    changes: {
      ...NOTHING_DRAWN,
      apns: {
        headers: { 'apns-push-type': 'background', 'apns-priority': '5' },
        payload: { aps: { sound: undefined, 'mutable-content': undefined, 'content-available': 1 } },
      },
      webpush: { notification: undefined },
      data: { message_id: ID },
    },
  },
  render: {
    value: 'APP',
    changes: {
      ...NOTHING_DRAWN,
      ...apple({ alert: { title: 'Sale', body: 'Now' } }),
      webpush: { notification: { title: 'Sale', body: 'Now' } },
      data: { title: 'Sale', text: 'Now', message_id: ID },
    },
  },
  truncate: { value: true, changes: {} },
  missing: { value: 'ABORT', changes: {} },
  passthrough: {
    value: {
      fcm: { android: { notification: { ticker: 'Sale' } }, apns: { payload: { aps: { 'url-args': ['a'] } } } },
      ...{ apns: null, webpush: null, onesignal: null },
    },
    changes: { ...android({ ticker: 'Sale' }), ...apple({ 'url-args': ['a'] }) },
  },
};

export const plain = (more: Partial<MessageContent>) => makeContent({ title: 'Sale', text: 'Now', ...more });

/** The content of all rows without passthrough, drawn by the system, as a user of Google's SDK would write it. */
export const IN_GOOGLE_TYPES: BaseMessage = {
  notification: { title: 'Other', body: 'Later', imageUrl: IMAGE },
  android: {
    ttl: 60_000,
    priority: 'high',
    collapseKey: 'sale',
    notification: {
      tag: 'sale',
      sound: 'chime',
      notificationCount: 5,
      channelId: 'offers',
      priority: 'high',
      visibility: 'secret',
      color: '#1a2b3c',
    },
  },
  apns: {
    headers: { 'apns-expiration': '1800000060', 'apns-priority': '10', 'apns-collapse-id': 'sale' },
    payload: {
      aps: {
        alert: { title: 'Other', subtitle: 'Today', body: 'Later' },
        sound: { critical: true, name: 'chime.caf', volume: 0.5 },
        mutableContent: true,
        badge: 5,
        threadId: 'orders',
        category: 'ORDER',
        'interruption-level': 'time-sensitive',
        'relevance-score': 0.5,
      },
      buttons: LABELLED,
    },
    fcmOptions: { imageUrl: IMAGE },
  },
  webpush: {
    headers: { TTL: '60', Urgency: 'high', Topic: 'sale' },
    notification: {
      image: IMAGE,
      icon: IMAGE,
      tag: 'sale',
      requireInteraction: true,
      renotify: true,
      actions: [
        { action: 'buy', title: 'Buy now', icon: IMAGE },
        { action: 'no', title: 'no' },
      ],
    },
    fcmOptions: { link: LINK },
  },
  data: { icon: IMAGE, link: LINK, order: '7', receipt: 'r.1' },
};
