import { ContentJson, openObject, withoutNulls } from '../content-json.js';
import type { Content, Message } from '../sender.js';

/** Apple's limit for alerts. */
export const MAX_PAYLOAD_BYTES = 4096;

/** Renders payloads of one batch: what a device shows is rendered once, its receipt is added. */
export class PayloadRenderer {
  private readonly contents = new ContentJson((content) => openObject(contentPart(content)));

  render(message: Message): Buffer {
    return this.contents.complete(message, `,"receipt":${JSON.stringify(message.receipt)}}`);
  }
}

/** mutable-content starts the app's service extension, which fetches the image and confirms the receipt. */
function contentPart({ title, text, image, icon, link }: Content): object {
  const aps = { alert: { title, body: text }, sound: 'default', 'mutable-content': 1 };
  return { aps, ...withoutNulls({ image, icon, link }) };
}
