import { getOrInsert } from '../../collections.js';

/** Each formatter costs 50 µs to make and some KB to keep. */
const MAX_FORMATTERS = 500;

const formatters = new Map<string, object>();

const cached = <Formatter extends object>(key: string, make: () => Formatter): Formatter => {
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  return getOrInsert(formatters, key, make) as Formatter;
};

/** @throws RangeError for a currency that is not three letters. */
export const formatMoney = (amount: number, currency: string, language: string): string =>
  cached(
    `money ${currency} ${language}`,
    () => new Intl.NumberFormat(language, { style: 'currency', currency }),
  ).format(amount);

export const pluralForm = (count: number, language: string): Intl.LDMLPluralRule =>
  cached(`plural ${language}`, () => new Intl.PluralRules(language)).select(count);

const STYLES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  time: { timeStyle: 'short' },
};

export interface DatePlace {
  readonly language: string;
  readonly zone: string;
}

/** @param format a style such as `long`, or directives such as `%d.%m.%Y`. */
export const formatDate = (date: Date, format: string, { language, zone }: DatePlace): string => {
  const style = Object.hasOwn(STYLES, format) ? STYLES[format] : undefined;
  const formatterOf = (key: string, options: Intl.DateTimeFormatOptions, locale: string) =>
    cached(`${key} ${locale} ${zone}`, () => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }));
  if (style) return formatterOf(format, style, language).format(date);
  const numbers = readNumbers(formatterOf('numbers', NUMBERS, 'en-US').format(date));
  const whole = format.replace(COMPOSITE, (_composite, letter: string) => COMPOSITES[letter] ?? '');
  return whole.replace(DIRECTIVE, (directive, flag: string, letter: string) => {
    const name = NAMES[letter];
    if (name) return formatterOf(letter, name, language).format(date);
    const number = numberOf(letter, numbers);
    if (number === undefined) return directive;
    return flag === '-' ? number.replace(/^0(?=.)/, '') : number;
  });
};

const NUMBERS: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
};

const DIRECTIVE = /%(-?)([A-Za-z%])/g;

/** Directives that stand for several others. */
const COMPOSITES: Readonly<Record<string, string>> = { D: '%m/%d/%y', F: '%Y-%m-%d', R: '%H:%M', T: '%H:%M:%S' };
const COMPOSITE = /(?<!%)%([DFRT])/g;

/** Names in the language of the text. */
const NAMES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  A: { weekday: 'long' },
  a: { weekday: 'short' },
  B: { month: 'long' },
  b: { month: 'short' },
  Z: { timeZoneName: 'short', hour: 'numeric' },
};

interface Numbers {
  readonly month: string;
  readonly day: string;
  readonly year: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

/** Splits `03/01/2026, 23:30:00`, in half the time that `formatToParts` takes. */
const readNumbers = (text: string): Numbers => {
  const [month = '', day = '', year = '', hour = '', minute = '', second = ''] = text.split(/\D+/);
  return { month, day, year, hour, minute, second };
};

const numberOf = (letter: string, { month, day, year, hour, minute, second }: Numbers): string | undefined => {
  switch (letter) {
    case 'Y':
      return year;
    case 'y':
      return year.slice(-2);
    case 'm':
      return month;
    case 'd':
      return day;
    case 'e':
      return String(Number(day));
    case 'H':
      return hour;
    case 'I':
      return String(Number(hour) % 12 || 12).padStart(2, '0');
    case 'l':
      return String(Number(hour) % 12 || 12);
    case 'M':
      return minute;
    case 'S':
      return second;
    case 'p':
      return Number(hour) < 12 ? 'AM' : 'PM';
    case 'P':
      return Number(hour) < 12 ? 'am' : 'pm';
    case '%':
      return '%';
    default:
      return undefined;
  }
};

/** Objects have no text of their own. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(toText).join('') : '';
};
