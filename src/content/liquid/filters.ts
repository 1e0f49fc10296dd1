import type { FilterImplOptions } from 'liquidjs';
import { formatDate, formatMoney, pluralForm } from './formats.js';
import { failed, Stop } from './stops.js';

/**
 * The filters of liquidjs that templates may use. Each has a linear cost, which it charges to the limits. `remove_last`
 * and `replace_last` are not linear; `map`, `where` and others need lists of objects, which no value has.
 */
export const STANDARD_FILTERS: readonly string[] = [
  ...['abs', 'at_least', 'at_most', 'ceil', 'divided_by', 'floor', 'minus', 'modulo', 'plus', 'round', 'times'],
  ...['append', 'capitalize', 'downcase', 'lstrip', 'prepend', 'remove', 'remove_first', 'replace', 'replace_first'],
  ...['rstrip', 'slice', 'split', 'strip', 'strip_newlines', 'truncate', 'truncatewords', 'upcase'],
  ...['compact', 'concat', 'first', 'join', 'last', 'reverse', 'size', 'sort', 'sort_natural', 'uniq'],
  ...['default', 'escape', 'escape_once', 'newline_to_br', 'strip_html', 'url_decode', 'url_encode'],
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
  readonly context: { readonly viewer: Viewer };
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
};

export const OWN_FILTERS = HANDLERS as unknown as Readonly<Record<string, FilterImplOptions>>;

export const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

const inZone = (value: unknown, format: unknown, place: { language: string; zone: string }): string => {
  const date = typeof value === 'string' || typeof value === 'number' ? new Date(toInstant(value)) : null;
  if (date === null || Number.isNaN(date.getTime())) return typeof value === 'string' ? value : '';
  return formatDate(date, typeof format === 'string' ? format : 'medium', place);
};

/** A number is in seconds, as in other implementations of Liquid. */
const toInstant = (value: string | number): string | number => (typeof value === 'number' ? value * 1_000 : value);

const toNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const isNamed = (given: unknown): given is [string, string] => Array.isArray(given) && given.length === 2;
