import { ContentJson, joinBytes, openObject, withoutNulls } from '../content-json.js';
import type { Message } from '../sender.js';

/** Renders payloads of one batch for the service worker: `{title, body, image, icon, link, receipt}`. */
export class PayloadRenderer {
  private readonly contents = new ContentJson(({ title, text, image, icon, link }) =>
    openObject({ title, body: text, ...withoutNulls({ image, icon, link }) }),
  );

  render(message: Message): Buffer {
    return joinBytes(this.contents.open(message.content), `,"receipt":${JSON.stringify(message.receipt)}}`);
  }
}
