import { randomUUID } from 'node:crypto';
import { topicOf } from './collapse-key.js';
import type { Content, Message } from './sender.js';

/** Stand for a message's id, and for its topic, in what is rendered once for many messages. Nobody can guess them. */
export const ID_PLACE = randomUUID();
export const TOPIC_PLACE = topicOf(randomUUID());

/** The JSON that messages of one content share, up to where the members of a single message follow. */
interface Opened {
  readonly bytes: Buffer;
  /** Marks the places of each message's id and topic. */
  readonly idsAt: readonly number[];
  readonly topicsAt: readonly number[];
}

/**
 * Renders the part of a payload that messages share once per Content: a batch of hundreds shows a handful of contents.
 * A message costs a copy of these bytes, its id at the places that were kept for it, and the members that follow.
 */
export class ContentJson {
  private readonly known = new Map<Content, Opened>();

  /** @param render the JSON of a content, up to where a message's own members follow. */
  constructor(private readonly render: (content: Content) => string) {}

  /** @param rest the members that follow. */
  complete({ id, content }: Pick<Message, 'id' | 'content'>, rest: string): Buffer {
    const { bytes, idsAt, topicsAt } = this.open(content);
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
    const bytes = Buffer.from(this.render(content));
    const opened = { bytes, idsAt: placesOf(ID_PLACE, bytes), topicsAt: placesOf(TOPIC_PLACE, bytes) };
    this.known.set(content, opened);
    return opened;
  }
}

const placesOf = (word: string, bytes: Buffer): number[] => {
  const places: number[] = [];
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) places.push(at);
  return places;
};

/** The JSON of an object without its closing brace, ready for further members. */
export const openObject = (object: object): string => JSON.stringify(object).slice(0, -1);

/** Bytes and a text after them: what is shared is encoded once, and no string of the whole is ever made. */
export function joinBytes(opened: Buffer, rest: string): Buffer {
  const joined = Buffer.allocUnsafe(opened.length + Buffer.byteLength(rest));
  joined.set(opened);
  joined.write(rest, opened.length);
  return joined;
}

/** The object without its null and undefined members. */
export function withoutNulls(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value !== null && value !== undefined) kept[name] = value;
  }
  return kept;
}
