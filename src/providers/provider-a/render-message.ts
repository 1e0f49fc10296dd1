import { ContentJson, ID_PLACE, openObject, TOPIC_PLACE } from '../content-json.js';
import type { Message } from '../sender.js';
import { buildMessage, type Identity, type MessageOptions } from './build-message.js';

const IDENTITY: Identity = { id: ID_PLACE, topic: TOPIC_PLACE };

/** Renders the request bodies of one batch. The shared part is rendered once; receipt and token are appended. */
export class MessageRenderer {
  private readonly messages: ContentJson;

  /** @param options `validateOnly`: Google validates the message without sending it. */
  constructor(options: MessageOptions & { readonly validateOnly?: true }, nowMs: number) {
    const opened = options.validateOnly ? '{"validate_only":true,' : '{';
    // `data` comes last and stays open for the receipt.
    this.messages = new ContentJson((content) => {
      const { data: forApp, ...message } = buildMessage(content, { ...options, identity: IDENTITY }, nowMs);
      const data = openObject(forApp);
      return `${opened}"message":${openObject(message)},"data":${data}${data === '{' ? '' : ','}`;
    });
  }

  render(message: Message, token: string): Buffer {
    const rest = `"receipt":${JSON.stringify(message.receipt)}},"token":${JSON.stringify(token)}}}`;
    return this.messages.complete(message, rest);
  }
}
