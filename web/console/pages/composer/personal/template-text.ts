import type { Message, MessageText } from '../state.js';

/** A `{{` that is being typed, and what the cursor is in: the name of a value, or a filter behind a bar. */
export interface TypingPlace {
  readonly kind: 'value' | 'filter';
  /** The part of the text that a suggestion replaces. */
  readonly start: number;
  readonly end: number;
  /** What was typed so far. */
  readonly query: string;
  /** The value that a filter changes. Empty for a value. */
  readonly path: string;
}

/** Longer expressions are not worth suggestions, and the limit bounds the work per key. */
const EXPRESSION_MAX = 400;

/** Finds the unfinished `{{` around the cursor. Returns null anywhere else, and inside quotes. */
export const typingPlaceAt = (text: string, cursor: number): TypingPlace | null => {
  const from = Math.max(0, cursor - EXPRESSION_MAX);
  const open = text.lastIndexOf('{{', cursor - 2);
  if (open < from || cursor < 2) return null;
  const inside = text.slice(open + 2, cursor);
  if (/[{}%\n]/.test(inside) || isInQuotes(inside)) return null;
  const rest = text.slice(cursor, cursor + EXPRESSION_MAX);
  const bar = inside.lastIndexOf('|');
  if (bar < 0) {
    const query = inside.trimStart();
    if (!/^[\w.]*$/.test(query)) return null;
    return { kind: 'value', start: open, end: cursor + lengthOf(/^[\w.]* {0,9}(?:\}\})?/, rest), query, path: '' };
  }
  const query = inside.slice(bar + 1).trimStart();
  if (!/^\w*$/.test(query)) return null;
  const path = inside.slice(0, inside.indexOf('|')).trim();
  return { kind: 'filter', start: cursor - query.length, end: cursor + lengthOf(/^\w*/, rest), query, path };
};

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0;

const isInQuotes = (text: string): boolean => {
  let quote = '';
  for (const sign of text) {
    if (quote === '') quote = sign === '"' || sign === "'" ? sign : '';
    else if (sign === quote) quote = '';
  }
  return quote !== '';
};

/** Whether a text contains Liquid, so that its length is known only once it is rendered for a device. */
export const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%');

/** Whether Liquid decides how an address begins, so that nothing can be said about it yet. */
export const startsWithTemplate = (text: string): boolean => /^\s{0,9}\{[{%]/.test(text);

/** The text with `x` for each value and without tags, to check the shape of an address. */
export const withStandIns = (text: string): string =>
  text.replace(/\{\{[^{}]{0,1000}\}\}/g, 'x').replace(/\{%[^{}]{0,1000}%\}/g, '');

const LIQUID = /(?:\{\{[^{}]{0,1000}\}\}|\{%[^{}]{0,1000}%\})+/g;

/** The text with `_` in place of each character of Liquid, in which signs such as `?` mean nothing to an address. */
export const withMaskedLiquid = (text: string): string => text.replace(LIQUID, (part) => '_'.repeat(part.length));

/** The text with `…` in place of Liquid, to name a message by its title. */
export const withoutLiquid = (text: string): string => text.replace(LIQUID, '…');

/** The characters that every device gets at least. With a tag, which may leave any of them out, there are none. */
export const fixedText = (text: string): string => {
  if (text.includes('{%')) return '';
  return text.replace(/\{\{[^{}]{0,1000}\}\}/g, '');
};

/** Converts line and column of a problem to a range of the text, up to the end of the expression. */
export const rangeOf = (
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): readonly [start: number, end: number] => {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const start = Math.min(text.length, before + Math.max(0, column - 1));
  const close = ['}}', '%}'].map((sign) => text.indexOf(sign, start)).filter((at) => at >= 0);
  const lineEnd = text.indexOf('\n', start);
  const end = Math.min(...close.map((at) => at + 2), lineEnd < 0 ? text.length : lineEnd);
  return [start, Math.max(start, end)];
};

export const hasTemplates = ({ texts }: Pick<Message, 'texts'>): boolean => texts.some(isTextTemplate);

const isTextTemplate = ({ title, subtitle, text, link, image, buttonLabels }: MessageText): boolean =>
  [title, subtitle, text, link, image, ...Object.values(buttonLabels)].some(isTemplate);

/** Whether the message may be kept from some people: by a missing value, or by its text. */
export const mayAbort = ({ settings, texts }: Message): boolean =>
  settings.missing === 'ABORT' || texts.some((text) => JSON.stringify(text).includes('abort_message'));
