import type { Content } from './sender.js';

/**
 * Renders the part of a payload that messages share once per Content, and leaves the receipt to be spliced in:
 * a batch of hundreds shows a handful of contents.
 */
export class ContentJson {
  private readonly known = new Map<Content, string>();

  /** @param render what to make of a content. */
  constructor(private readonly render: (content: Content) => object) {}

  /** The rendered object without its closing brace, ready for further members. */
  openObject(content: Content): string {
    const known = this.known.get(content);
    if (known !== undefined) return known;
    const opened = JSON.stringify(this.render(content)).slice(0, -1);
    this.known.set(content, opened);
    return opened;
  }
}

/** The object without its null and undefined members. */
export const withoutNulls = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
