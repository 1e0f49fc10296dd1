import type { MessageContent } from '../../ports/message-fields.js';
import { APPLE_RULES } from '../apple-rules.js';
import { shortKeyOf, topicOf } from '../collapse-key.js';
import { applyFields } from '../field-mapping.js';
import { fitText, LONGEST_RECEIPT } from '../fit-text.js';
import type { Message, SendBatch } from '../sender.js';
import { contentFor } from '../slots.js';
import {
  type ApplePart,
  FCM_FIELDS,
  isAppDrawn,
  type WebPart,
  type WireDraft,
  type WireMessage,
} from './fcm-fields.js';
import { mergeFcm } from './fcm-passthrough.js';
import { APP_DRAWN_FIELDS, APPLE_FIELDS, WEB_FIELDS } from './other-platforms.js';

export type MessageOptions = Pick<SendBatch, 'ttlSeconds' | 'urgency' | 'collapseKey'>;

/** The message id, also sent as the `Topic` header. A repeated message therefore replaces its first copy. */
export interface Identity {
  readonly id: string;
  readonly topic: string;
}

/** FCM rejects a longer time to live than four weeks. */
const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;

/** Builds a message without token and receipt. */
export const buildMessage = (content: MessageContent, options: BuildOptions, nowMs: number): WireMessage =>
  build(fitText(content, MAX_PAYLOAD_BYTES, bytesOf), options, nowMs);

const bytesOf = (content: MessageContent): number => countBytes(content, LONGEST_RECEIPT);

const build = (content: MessageContent, options: BuildOptions, nowMs: number): WireMessage => {
  const { identity, collapseKey } = options;
  const key = collapseKey === null ? null : shortKeyOf(collapseKey, 64);
  const tag = key ?? identity.id;
  const draft = emptyMessage({ ...options, key, tag, topic: key === null ? identity.topic : topicOf(key) }, nowMs);
  applyFields(FCM_FIELDS, draft, content);
  applyFields(APPLE_FIELDS, draft.apns, content);
  applyFields(APPLE_RULES, draft.apns.payload, content);
  applyFields(WEB_FIELDS, draft.webpush, content);
  draft.webpush.notification.tag = tag;
  const message = toForm(draft, content, tag);
  return content.passthrough?.fcm ? withTag(mergeFcm(message, content.passthrough.fcm), tag) : message;
};

/** Passthrough can add a notification to a message without one, but not by options such as `click_action` alone. */
const withTag = ({ android, webpush, ...message }: WireMessage, tag: string): WireMessage => {
  const { notification, ...background } = android;
  const isDrawn =
    message.notification !== undefined || SHOWN_TEXTS.some((name) => Object.hasOwn(notification ?? {}, name));
  return {
    ...message,
    android: isDrawn ? { ...android, notification: { ...notification, tag } } : background,
    webpush: webpush.notification ? { ...webpush, notification: { ...webpush.notification, tag } } : webpush,
  };
};

const SHOWN_TEXTS = ['title', 'body', 'title_loc_key', 'body_loc_key'];

const emptyMessage = (
  { urgency, key, tag, topic, ...options }: BuildOptions & { key: string | null; tag: string; topic: string },
  nowMs: number,
): WireDraft & { readonly webpush: Required<Pick<WebPart, 'notification'>> } => {
  const ttlSeconds = Math.min(options.ttlSeconds, MAX_TTL_SECONDS);
  return {
    notification: {},
    android: {
      ttl: `${ttlSeconds}s`,
      priority: urgency === 'high' ? 'high' : 'normal',
      ...(key === null ? {} : { collapse_key: key }),
      notification: { tag },
    },
    apns: {
      headers: apnsHeaders({ ttlSeconds, urgency, tag }, nowMs),
      payload: { aps: { sound: 'default', 'mutable-content': 1 } },
    },
    webpush: { headers: { TTL: String(ttlSeconds), Urgency: urgency, Topic: topic }, notification: {} },
    data: {},
  };
};

/** Removes what the system of a device would draw, if the message is silent or the app draws it. */
const toForm = (draft: WireDraft, content: MessageContent, tag: string): WireMessage => {
  if (!content.silent && !isAppDrawn(content)) return draft;
  const { notification: _, android, ...others } = draft;
  const { notification: __, ...background } = android;
  const message: WireMessage = { android: background, ...others };
  if (!content.silent) applyFields(APP_DRAWN_FIELDS, message.data, content);
  message.data.message_id = tag;
  const { apns, webpush } = message;
  return content.silent ? { ...message, apns: toBackground(apns), webpush: { headers: webpush.headers } } : message;
};

/** Apple refuses a background message with another priority, or with an alert, badge or sound. */
const toBackground = ({ headers }: ApplePart): ApplePart => ({
  headers: { ...headers, 'apns-push-type': 'background', 'apns-priority': '5' },
  payload: { aps: { 'content-available': 1 } },
});

type BuildOptions = MessageOptions & { readonly identity: Identity };

/** FCM limits the part that the platform of a device reads: https://firebase.google.com/docs/cloud-messaging/concept-options */
export const MAX_PAYLOAD_BYTES = 4096;

export const payloadBytes = (message: Message): number => {
  const content = fitText(contentFor(message), MAX_PAYLOAD_BYTES, bytesOf);
  return countBytes(content, message.receipt);
};

const countBytes = (content: MessageContent, receipt: string): number => {
  const options = { ...ANY_OPTIONS, collapseKey: content.collapseKey, identity: { id: LONGEST_ID, topic: '' } };
  const message = build(content, options, 0);
  return Math.max(androidBytes(message, receipt), appleBytes(message, receipt));
};

/** FCM counts the keys and values that reach the app. */
const androidBytes = ({ notification, android, data }: WireMessage, receipt: string): number => {
  // A passthrough that an earlier release stored may have any value here.
  const parts: unknown[] = [notification, android?.notification, data, { receipt }];
  const values = parts.flatMap((part) => Object.entries(part ?? {}).flat());
  return values.reduce((sum: number, value) => sum + Buffer.byteLength(textOf(value)), 0);
};

/** Apple counts the payload that FCM makes for it. Members that FCM adds for itself are left out. */
const appleBytes = ({ notification, apns, data }: WireMessage, receipt: string): number => {
  const { title, body } = notification ?? {};
  const { payload, fcm_options } = apns;
  const { aps, ...own } = payload;
  const alert = notification === undefined ? {} : { alert: { title, body } };
  return Buffer.byteLength(JSON.stringify({ ...data, receipt, ...own, aps: { ...alert, ...aps }, fcm_options }));
};

const LONGEST_ID = '00000000-0000-8000-8000-000000000000';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** FCM does not count these options. */
const ANY_OPTIONS: MessageOptions = { ttlSeconds: 0, urgency: 'high', collapseKey: null };

const apnsHeaders = (
  { ttlSeconds, urgency, tag }: Pick<MessageOptions, 'ttlSeconds' | 'urgency'> & { readonly tag: string },
  nowMs: number,
): Record<string, string> => ({
  'apns-expiration': String(ttlSeconds === 0 ? 0 : Math.floor(nowMs / 1000) + ttlSeconds),
  'apns-priority': APNS_PRIORITIES[urgency],
  'apns-collapse-id': tag,
});

const APNS_PRIORITIES = { high: '10', normal: '5', low: '1', 'very-low': '1' } as const;
