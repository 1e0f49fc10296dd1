import { ContentJson, ID_PLACE, openObject, TOPIC_PLACE } from '../content-json.js';
import type { Message } from '../sender.js';
import { buildMessage, dataOf, type Identity, type MessageOptions } from './build-message.js';

const IDENTITY: Identity = { id: ID_PLACE, topic: TOPIC_PLACE };

/** Renders request bodies of one batch: what devices share is rendered once, receipt and token are added. */
export class MessageRenderer {
  private readonly messages: ContentJson;

  /** @param options `validateOnly`: Google looks at the message and sends it to nobody. */
  constructor(options: MessageOptions & { readonly validateOnly?: true }, nowMs: number) {
    const opened = options.validateOnly ? '{"validate_only":true,' : '{';
    // `data` is left open, as the last of what is shared.
    this.messages = new ContentJson((content) => {
      const message = openObject(buildMessage(content, { ...options, identity: IDENTITY }, nowMs));
      const data = openObject(dataOf(content));
      return `${opened}"message":${message},"data":${data}${data === '{' ? '' : ','}`;
    });
  }

  render(message: Message, token: string): Buffer {
    const rest = `"receipt":${JSON.stringify(message.receipt)}},"token":${JSON.stringify(token)}}}`;
    return this.messages.complete(message, rest);
  }
}
