import type { Content } from './sender.js';

/**
 * Renders the part of a payload that messages share once per Content, and leaves the receipt to be spliced in:
 * a batch of hundreds shows a handful of contents.
 */
export class ContentJson {
  private readonly known = new Map<Content, Buffer>();

  /** @param render the JSON of a content, up to where a message's own members follow. */
  constructor(private readonly render: (content: Content) => string) {}

  open(content: Content): Buffer {
    const known = this.known.get(content);
    if (known !== undefined) return known;
    const opened = Buffer.from(this.render(content));
    this.known.set(content, opened);
    return opened;
  }
}

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
