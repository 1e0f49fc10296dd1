import { ContentJson, ID_PLACE, openObject, withoutNulls } from '../content-json.js';
import type { Message } from '../sender.js';

/** Renders payloads of one batch for the service worker: `{title, body, image, icon, link, tag, receipt}`. */
export class PayloadRenderer {
  private readonly contents: ContentJson;

  /** @param collapseKey null: a repeat replaces its own message alone. */
  constructor(collapseKey: string | null) {
    const tag = collapseKey ?? ID_PLACE;
    this.contents = new ContentJson(({ title, text, image, icon, link }) =>
      openObject({ title, body: text, ...withoutNulls({ image, icon, link }), tag }),
    );
  }

  render(message: Message): Buffer {
    return this.contents.complete(message, `,"receipt":${JSON.stringify(message.receipt)}}`);
  }
}
