import { ContentJson, joinBytes, openObject, withoutNulls } from '../content-json.js';
import type { Content, Message } from '../sender.js';

/** Apple's limit for alerts. */
export const MAX_PAYLOAD_BYTES = 4096;

/** Renders payloads of one batch: what a device shows is rendered once, its receipt is added. */
export class PayloadRenderer {
  private readonly contents = new ContentJson((content) => openObject(contentPart(content)));

  render(message: Message): Buffer {
    return joinBytes(this.contents.open(message.content), `,"receipt":${JSON.stringify(message.receipt)}}`);
  }
}

/** mutable-content lets the app's service extension fetch the image before the alert is shown. */
function contentPart({ title, text, image, icon, link }: Content): object {
  const aps = { alert: { title, body: text }, ...(image === null ? {} : { 'mutable-content': 1 }) };
  return { aps, ...withoutNulls({ image, icon, link }) };
}
