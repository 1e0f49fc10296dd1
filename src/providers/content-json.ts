import { randomUUID } from 'node:crypto';
import type { MessageContent } from '../ports/message-fields.js';
import { topicOf } from './collapse-key.js';
import type { Content, Message } from './sender.js';
import { contentFor } from './slots.js';

/** Unguessable placeholders for a message's id and topic in JSON that many messages share. */
export const ID_PLACE = randomUUID();
export const TOPIC_PLACE = topicOf(randomUUID());

/** The JSON shared by messages with one content, without the members of single messages at its end. */
interface Opened {
  readonly bytes: Buffer;
  /** Byte offsets of the placeholders. */
  readonly idsAt: readonly number[];
  readonly topicsAt: readonly number[];
}

/**
 * Renders the shared part of a payload once per Content, since a batch of hundreds has a handful of contents. Each message
 * costs a copy of these bytes, its id in the placeholders, and its own members.
 */
export class ContentJson {
  private readonly known = new Map<Content, Opened>();

  /** @param render returns the JSON of a content, open for a message's own members. */
  constructor(private readonly render: (content: MessageContent) => string) {}

  /** @param rest the message's own members, with the closing brace. */
  complete(message: Pick<Message, 'id' | 'content' | 'slots'>, rest: string): Buffer {
    const { id, content, slots } = message;
    const { bytes, idsAt, topicsAt } = slots === undefined ? this.open(content) : this.parse(contentFor(message));
    const whole = joinBytes(bytes, rest);
    for (const at of idsAt) whole.write(id, at, 'latin1');
    if (topicsAt.length > 0) {
      const topic = topicOf(id);
      for (const at of topicsAt) whole.write(topic, at, 'latin1');
    }
    return whole;
  }

  private open(content: Content): Opened {
    const known = this.known.get(content);
    if (known !== undefined) return known;
    const opened = this.parse(content);
    this.known.set(content, opened);
    return opened;
  }

  private parse(content: MessageContent): Opened {
    const bytes = Buffer.from(this.render(content));
    return { bytes, idsAt: placesOf(ID_PLACE, bytes), topicsAt: placesOf(TOPIC_PLACE, bytes) };
  }
}

const placesOf = (word: string, bytes: Buffer): number[] => {
  const places: number[] = [];
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) places.push(at);
  return places;
};

/** The JSON of an object without its closing brace, ready for further members. */
export const openObject = (object: object): string => JSON.stringify(object).slice(0, -1);

/** Appends text to bytes without building the whole string, so the shared part is encoded once. */
export function joinBytes(opened: Buffer, rest: string): Buffer {
  const joined = Buffer.allocUnsafe(opened.length + Buffer.byteLength(rest));
  joined.set(opened);
  joined.write(rest, opened.length);
  return joined;
}
