const MAX_BYTES = 64 * 1024;
const MAX_TEXT = 2_000;
/** The signs of JSON around a value: quotes, a comma, a colon. */
const SIGNS = 4;

export interface BoundData {
  readonly data: unknown;
  /** Texts were cut, or items left out. */
  readonly truncated: boolean;
}

/**
 * Copies an answer for a model: at most 64 KB, with texts of at most 2,000 characters and without invisible characters.
 * One pass; what no longer fits is left out.
 */
export const boundData = (value: unknown): BoundData => {
  const copy = new BoundCopy();
  const data = copy.of(value);
  return { data, truncated: copy.truncated };
};

class BoundCopy {
  truncated = false;
  private left = MAX_BYTES;

  of(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return this.list(value);
    if (typeof value === 'object' && value !== null) return this.object(value);
    this.left -= String(value).length + SIGNS;
    return value;
  }

  private text(whole: string): string {
    const max = Math.max(0, Math.min(MAX_TEXT, this.left));
    const isShort = whole.length <= max;
    if (!isShort) this.truncated = true;
    const text = showHidden(isShort ? whole : `${whole.slice(0, max)}…`);
    this.left -= Buffer.byteLength(JSON.stringify(text)) + SIGNS;
    return text;
  }

  private list(items: readonly unknown[]): unknown[] {
    const copied: unknown[] = [];
    for (const item of items) {
      if (this.isFull()) break;
      copied.push(this.of(item));
    }
    return copied;
  }

  private object(fields: object): Record<string, unknown> {
    const copied: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      if (this.isFull()) break;
      // `__proto__` would set the prototype instead.
      if (name !== '__proto__') copied[this.text(name)] = this.of(field);
    }
    return copied;
  }

  private isFull(): boolean {
    if (this.left > 0) return false;
    this.truncated = true;
    return true;
  }
}

/**
 * Replaces characters that a person does not see but a model or a terminal reads: controls, bidirectional overrides, tags
 * and lone surrogates. Single joiners, marks of right-to-left scripts and emoji selectors stay; rows of them could hide text.
 */
const showHidden = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, (sign) =>
      HARMLESS.has(sign) ? sign : '\ufffd',
    )
    .replace(/(?:\u200c|\u200d|\u200e|\u200f|\ufe0e|\ufe0f){3,}/gu, '\ufffd');

const HARMLESS: ReadonlySet<string> = new Set('\n\t\u200c\u200d\u200e\u200f\ufe0e\ufe0f');
