import { shortKeyOf, topicOf } from '../collapse-key.js';
import { withoutNulls } from '../content-json.js';
import type { Content, Message, SendBatch } from '../sender.js';

/** A message of FCM HTTP v1 as it goes over the wire, less token and data. */
export interface WireMessage {
  readonly notification: { readonly title: string; readonly body: string; readonly image?: string };
  readonly android: {
    readonly ttl: string;
    readonly priority: 'normal' | 'high';
    readonly collapse_key?: string;
    readonly notification: { readonly tag: string };
  };
  readonly apns: {
    readonly headers: Readonly<Record<string, string>>;
    readonly payload: { readonly aps: { readonly sound: 'default'; readonly 'mutable-content': 1 } };
    readonly fcm_options?: { readonly image: string };
  };
  readonly webpush: {
    readonly headers: Readonly<Record<string, string>>;
    readonly notification: Readonly<Record<string, unknown>>;
    readonly fcm_options?: { readonly link: string };
  };
}

export type MessageOptions = Pick<SendBatch, 'ttlSeconds' | 'urgency' | 'collapseKey'>;

/** The identity by which a repeat replaces the first copy: the id of the message, also as the header `Topic`. */
export interface Identity {
  readonly id: string;
  readonly topic: string;
}

/** FCM keeps nothing longer than four weeks, and refuses what asks for it. */
const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;

/** https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages */
export function buildMessage(content: Content, options: BuildOptions, nowMs: number): WireMessage {
  const { title, text, image } = content;
  const { urgency } = options;
  const ttlSeconds = Math.min(options.ttlSeconds, MAX_TTL_SECONDS);
  const collapseKey = options.collapseKey === null ? null : shortKeyOf(options.collapseKey, 64);
  const tag = collapseKey ?? options.identity.id;
  const topic = collapseKey === null ? options.identity.topic : topicOf(collapseKey);
  return {
    notification: { title, body: text, ...(image === null ? {} : { image }) },
    android: {
      ttl: `${ttlSeconds}s`,
      priority: urgency,
      ...(collapseKey === null ? {} : { collapse_key: collapseKey }),
      notification: { tag },
    },
    apns: {
      headers: apnsHeaders({ ttlSeconds, urgency, tag }, nowMs),
      payload: { aps: { sound: 'default', 'mutable-content': 1 } },
      ...(image === null ? {} : { fcm_options: { image } }),
    },
    webpush: {
      headers: { TTL: String(ttlSeconds), Urgency: urgency, Topic: topic },
      ...webpushParts(content, tag),
    },
  };
}

type BuildOptions = MessageOptions & { readonly identity: Identity };

/** FCM counts keys and values of what it hands to the app: https://firebase.google.com/docs/cloud-messaging/concept-options */
export const MAX_PAYLOAD_BYTES = 4096;

export const payloadBytes = ({ id, content, receipt }: Message): number => {
  const { notification, android } = buildMessage(content, { ...ANY_OPTIONS, identity: { id, topic: '' } }, 0);
  const parts = [notification, android.notification, dataOf(content), { receipt }];
  const texts = parts.flatMap((part) => Object.entries(part).flat());
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
};

/** They are not counted. */
const ANY_OPTIONS: MessageOptions = { ttlSeconds: 0, urgency: 'high', collapseKey: null };

/** What the app reads itself, besides the receipt. Android's icon is a resource, so its URL goes here. */
export const dataOf = ({ icon, link }: Content): Record<string, string> =>
  withoutNulls({ icon, link }) as Record<string, string>;

const apnsHeaders = (
  { ttlSeconds, urgency, tag }: Pick<MessageOptions, 'ttlSeconds' | 'urgency'> & { readonly tag: string },
  nowMs: number,
): Record<string, string> => ({
  'apns-expiration': String(ttlSeconds === 0 ? 0 : Math.floor(nowMs / 1000) + ttlSeconds),
  'apns-priority': urgency === 'high' ? '10' : '5',
  'apns-collapse-id': tag,
});

/** FCM refuses links that are not https; the app still has them in its data. */
function webpushParts(
  { image, icon, link }: Content,
  tag: string,
): Pick<WireMessage['webpush'], 'notification' | 'fcm_options'> {
  return {
    notification: { ...withoutNulls({ image, icon }), tag },
    ...(link?.startsWith('https://') && URL.canParse(link) ? { fcm_options: { link } } : {}),
  };
}
