import { ContentJson } from '../content-json.js';
import type { Content, Message } from '../sender.js';
import { buildMessage, dataOf, type MessageOptions } from './build-message.js';

/** Renders request bodies of one batch: what devices share is rendered once, receipt and token are added. */
export class MessageRenderer {
  private readonly messages: ContentJson;
  private readonly data = new ContentJson(dataOf);

  constructor(options: MessageOptions, nowMs: number) {
    this.messages = new ContentJson((content) => buildMessage(content, options, nowMs));
  }

  render({ content, receipt }: Message, token: string): string {
    const data = `${this.openData(content)}"receipt":${JSON.stringify(receipt)}}`;
    return `{"message":${this.messages.openObject(content)},"data":${data},"token":${JSON.stringify(token)}}}`;
  }

  private openData(content: Content): string {
    const opened = this.data.openObject(content);
    return opened === '{' ? opened : `${opened},`;
  }
}
