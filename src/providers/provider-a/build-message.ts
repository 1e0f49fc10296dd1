import { shortKeyOf, topicOf } from '../collapse-key.js';
import { withoutNulls } from '../content-json.js';
import type { Content, SendBatch } from '../sender.js';

/** A message of FCM HTTP v1 as it goes over the wire, less token and data. */
export interface WireMessage {
  readonly notification: { readonly title: string; readonly body: string; readonly image?: string };
  readonly android: { readonly ttl: string; readonly priority: 'normal' | 'high'; readonly collapse_key?: string };
  readonly apns: {
    readonly headers: Readonly<Record<string, string>>;
    readonly payload?: { readonly aps: { readonly 'mutable-content': 1 } };
    readonly fcm_options?: { readonly image: string };
  };
  readonly webpush: {
    readonly headers: Readonly<Record<string, string>>;
    readonly notification?: Readonly<Record<string, unknown>>;
    readonly fcm_options?: { readonly link: string };
  };
}

export type MessageOptions = Pick<SendBatch, 'ttlSeconds' | 'urgency' | 'collapseKey'>;

/** FCM keeps nothing longer than four weeks, and refuses what asks for it. */
const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;

/** https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages */
export function buildMessage(content: Content, options: MessageOptions, nowMs: number): WireMessage {
  const { title, text, image } = content;
  const ttlSeconds = Math.min(options.ttlSeconds, MAX_TTL_SECONDS);
  const collapseKey = options.collapseKey === null ? null : shortKeyOf(options.collapseKey, 64);
  return {
    notification: { title, body: text, ...(image === null ? {} : { image }) },
    android: {
      ttl: `${ttlSeconds}s`,
      priority: options.urgency,
      ...(collapseKey === null ? {} : { collapse_key: collapseKey }),
    },
    apns: {
      headers: apnsHeaders({ ttlSeconds, urgency: options.urgency, collapseKey }, nowMs),
      ...(image === null ? {} : { payload: { aps: { 'mutable-content': 1 } }, fcm_options: { image } }),
    },
    webpush: {
      headers: webpushHeaders({ ...options, ttlSeconds }),
      ...webpushParts(content),
    },
  };
}

/** What the app reads itself, besides the receipt. Android's icon is a resource, so its URL goes here. */
export const dataOf = ({ icon, link }: Content): Record<string, string> =>
  withoutNulls({ icon, link }) as Record<string, string>;

const apnsHeaders = ({ ttlSeconds, urgency, collapseKey }: MessageOptions, nowMs: number): Record<string, string> => ({
  'apns-expiration': String(ttlSeconds === 0 ? 0 : Math.floor(nowMs / 1000) + ttlSeconds),
  'apns-priority': urgency === 'high' ? '10' : '5',
  ...(collapseKey === null ? {} : { 'apns-collapse-id': collapseKey }),
});

const webpushHeaders = ({ ttlSeconds, urgency, collapseKey }: MessageOptions): Record<string, string> => ({
  TTL: String(ttlSeconds),
  Urgency: urgency,
  ...(collapseKey === null ? {} : { Topic: topicOf(collapseKey) }),
});

/** FCM refuses links that are not https; the app still has them in its data. */
function webpushParts({ image, icon, link }: Content): Pick<WireMessage['webpush'], 'notification' | 'fcm_options'> {
  const notification = withoutNulls({ image, icon });
  return {
    ...(Object.keys(notification).length === 0 ? {} : { notification }),
    ...(link?.startsWith('https://') && URL.canParse(link) ? { fcm_options: { link } } : {}),
  };
}
