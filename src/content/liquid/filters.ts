import type { FilterImplOptions } from 'liquidjs';
import { formatDate, formatMoney, pluralForm, toText } from './formats.js';
import { failed, Stop } from './stops.js';

/**
 * The filters of liquidjs that templates may use. Each has a linear cost, which it charges to the limits. `map`, `where`
 * and others need lists of objects, which no value has.
 */
export const STANDARD_FILTERS: readonly string[] = [
  ...['abs', 'at_least', 'at_most', 'ceil', 'divided_by', 'floor', 'minus', 'modulo', 'plus', 'round', 'times'],
  ...['append', 'capitalize', 'downcase', 'lstrip', 'prepend', 'remove', 'remove_first', 'replace', 'replace_first'],
  ...['rstrip', 'slice', 'split', 'strip', 'strip_newlines', 'truncate', 'truncatewords', 'upcase'],
  ...['compact', 'concat', 'first', 'join', 'last', 'reverse', 'size', 'sort', 'sort_natural', 'uniq'],
  ...['default', 'escape', 'escape_once', 'newline_to_br', 'strip_html', 'url_decode', 'url_encode'],
  ...['base64_decode', 'base64_encode', 'sum'],
];

/** The device and the translation, as filters see them. */
export interface Viewer {
  /** The language of the device; of the translation if it has none. */
  readonly deviceLanguage: string;
  readonly textLanguage: string;
  /** UTC if the device has none. */
  readonly zone: string;
}

interface FilterThis {
  readonly context: { readonly viewer: Viewer; readonly memoryLimit: { use(units: number): void } };
}

type Handler = (this: FilterThis, value: unknown, ...given: unknown[]) => string;

const HANDLERS: Readonly<Record<string, Handler>> = {
  date(value, format) {
    return inZone(value, format, { language: this.context.viewer.textLanguage, zone: 'UTC' });
  },
  in_zone(value, format) {
    const { textLanguage: language, zone } = this.context.viewer;
    return inZone(value, format, { language, zone });
  },
  money(value, currency) {
    const amount = toNumber(value);
    if (amount === null) return '';
    if (!isCurrency(currency)) throw new Stop(failed('`money` needs a currency of three letters, such as "EUR"'));
    return formatMoney(amount, currency, this.context.viewer.deviceLanguage);
  },
  plural(value, ...forms) {
    const words = Object.fromEntries(forms.filter(isNamed));
    if (words.other === undefined) throw new Stop(failed('`plural` needs the form `other`'));
    const count = toNumber(value);
    const form = count === null ? 'other' : pluralForm(count, this.context.viewer.textLanguage);
    return words[form] ?? words.other;
  },
  remove_last(value, part) {
    return replaceLast(this, toText(value), { part: toText(part), by: '' });
  },
  replace_last(value, part, by) {
    return replaceLast(this, toText(value), { part: toText(part), by: toText(by) });
  },
};

export const OWN_FILTERS = HANDLERS as unknown as Readonly<Record<string, FilterImplOptions>>;

export const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

/** Searches the reversed texts: `lastIndexOf` of V8, which liquidjs uses, takes quadratic time. */
const replaceLast = (
  { context }: FilterThis,
  text: string,
  { part, by }: { readonly part: string; readonly by: string },
): string => {
  context.memoryLimit.use(2 * text.length + part.length + by.length);
  const before = reversed(text).indexOf(reversed(part));
  if (before < 0) return text;
  const end = text.length - before;
  return text.slice(0, end - part.length) + by + text.slice(end);
};

const reversed = (text: string): string => text.split('').reverse().join('');

const inZone = (value: unknown, format: unknown, place: { language: string; zone: string }): string => {
  const date = typeof value === 'string' || typeof value === 'number' ? new Date(toInstant(value)) : null;
  if (date === null || Number.isNaN(date.getTime())) return typeof value === 'string' ? value : '';
  return formatDate(date, typeof format === 'string' ? format : 'medium', place);
};

/** A number is in seconds, and some words mean the present, as in other implementations of Liquid. */
const toInstant = (value: string | number): string | number => {
  if (typeof value === 'number') return value * 1_000;
  return value === 'now' || value === 'today' ? Date.now() : value;
};

const toNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const isNamed = (given: unknown): given is [string, string] => Array.isArray(given) && given.length === 2;
