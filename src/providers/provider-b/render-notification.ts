import { hash } from 'node:crypto';
import { shortKeyOf } from '../collapse-key.js';
import { withoutNulls } from '../content-json.js';
import type { Content, SendBatch } from '../sender.js';
import type { Call } from './group-messages.js';

const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;

/** https://documentation.onesignal.com/reference/create-message */
export function renderNotification(
  appId: string,
  call: Call,
  options: Pick<SendBatch, 'ttlSeconds' | 'urgency' | 'collapseKey'>,
): string {
  const [first] = call;
  const content = first?.message.content;
  return JSON.stringify({
    app_id: appId,
    include_subscription_ids: call.map((recipient) => recipient.subscriptionId),
    idempotency_key: idempotencyKey(call.map(({ message }) => message.id)),
    ...(content === undefined ? {} : contentPart(content)),
    ...(first !== undefined && call.length === 1 ? { data: { receipt: first.message.receipt } } : {}),
    ttl: Math.min(options.ttlSeconds, MAX_TTL_SECONDS),
    priority: options.urgency === 'high' ? 10 : 5,
    ...(options.collapseKey === null ? {} : { collapse_id: shortKeyOf(options.collapseKey, 64) }),
  });
}

/**
 * A UUID that says which messages a call carries, whatever their order: the same on every try of the same messages,
 * so that a call whose answer was lost is not sent twice. Shaped as version 8 (RFC 9562, 5.8: the maker's own).
 */
export function idempotencyKey(messageIds: readonly string[]): string {
  const digest = hash('sha256', [...messageIds].sort().join('\n'), 'buffer');
  digest[6] = (digest.readUInt8(6) & 0x0f) | 0x80;
  digest[8] = (digest.readUInt8(8) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** The translation is chosen already. OneSignal demands `en` and shows it to everyone when it is all there is. */
function contentPart({ title, text, image, icon, link }: Content): object {
  return {
    // It also demands a text: a title alone takes its place.
    contents: { en: text === '' ? title : text },
    ...(title === '' || text === '' ? {} : { headings: { en: title } }),
    ...withoutNulls({
      big_picture: image,
      ios_attachments: image === null ? null : { image },
      chrome_web_image: image,
      chrome_web_icon: icon,
      large_icon: icon,
      url: link,
    }),
  };
}
