import type { MessageContent } from '../../ports/message-fields.js';
import type { ApplePayload } from '../apple-rules.js';
import { ContentJson, openObject } from '../content-json.js';
import { applyFields } from '../field-mapping.js';
import { fitText, LONGEST_RECEIPT } from '../fit-text.js';
import type { Message } from '../sender.js';
import { APNS_FIELDS } from './apns-fields.js';
import { mergePayload } from './apns-passthrough.js';

/** Apple's limit for alerts. */
export const MAX_PAYLOAD_BYTES = 4096;

/** Renders the payloads of one batch. The content is rendered once; the receipt is appended. */
export class PayloadRenderer {
  private readonly contents = new ContentJson((content) =>
    openObject(contentPart(fitText(content, MAX_PAYLOAD_BYTES, bytesOf))),
  );

  render(message: Message): Buffer {
    return this.contents.complete(message, `,"receipt":${JSON.stringify(message.receipt)}}`);
  }
}

const bytesOf = (content: MessageContent): number =>
  Buffer.byteLength(JSON.stringify({ ...contentPart(content), receipt: LONGEST_RECEIPT }));

const contentPart = (content: MessageContent): object => {
  const payload = content.silent ? backgroundPayload(content) : alertPayload(content);
  const own = content.passthrough?.apns?.payload;
  return own ? mergePayload({ ...payload }, own) : payload;
};

/** `mutable-content` starts the app's service extension, which fetches the image and confirms the receipt. */
const alertPayload = (content: MessageContent): ApplePayload =>
  applyFields(APNS_FIELDS, { aps: { alert: {}, sound: 'default', 'mutable-content': 1 } }, content);

/** Apple may refuse a background message with an alert, a badge or a sound. */
const backgroundPayload = (content: MessageContent): ApplePayload => {
  const { aps: _, ...own } = alertPayload(content);
  return { aps: { 'content-available': 1 }, ...own };
};
