import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { parseDelay } from '../../schedule/delay.js';
import { parseDate } from '../../schedule/wall-clock.js';
import { allZones, canonicalZone, parseOffset } from '../../schedule/zones.js';
import { isWithin } from '../../text/characters.js';
import { canonicalCountry, countryHint } from '../../text/country.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { canonicalLanguage, languageHint } from '../../text/language.js';

/** The form of a scalar's values, checked after coercion; see `check-forms.ts`. */
export interface TextForm<T = string> {
  /** Completes the error "must be …". */
  readonly mustBe: string;
  accepts(value: T): boolean;
  /** Suggests a correction in one sentence; empty without one. */
  readonly hint?: ((text: string) => string) | undefined;
}

export interface TextScalar<T> extends TextForm<T> {
  readonly name: string;
  readonly description: string;
  readonly specifiedByURL: string;
  readonly serialize?: (value: unknown) => string;
  /** Converts any text for resolvers, even a malformed one. */
  readonly parse: (text: string) => T;
}

/** The extension of a scalar that holds its TextForm. */
export const FORM = 'form';

/**
 * A scalar for texts of a certain form. Coercion accepts any text, because graphql-js coerces before a mutation begins
 * and `userErrors` must be able to report malformed texts.
 */
export const textScalar = <T>({
  name,
  description,
  specifiedByURL,
  serialize = String,
  parse,
  mustBe,
  accepts,
  hint,
}: TextScalar<T>): GraphQLScalarType<T, string> => {
  const read = (value: unknown): T => {
    if (typeof value === 'string') return parse(value);
    throw new GraphQLError(`${name} must be a text: ${mustBe}.`, { extensions: { code: 'BAD_USER_INPUT' } });
  };
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL,
    serialize,
    parseValue: read,
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : null),
    extensions: { [FORM]: { mustBe, accepts, hint } satisfies TextForm<T> },
  });
};

export const asWritten = (text: string): string => text;

export const CountryCodeScalar = textScalar({
  name: 'CountryCode',
  description: 'A country as an ISO 3166-1 alpha-2 code in either case, such as `DE`.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  parse: asWritten,
  mustBe: 'the two letters of a country in ISO 3166-1, such as "DE"',
  hint: countryHint,
  accepts: (text) => canonicalCountry(text) !== null,
});

/** Resolvers get an invalid Date for a malformed instant. */
export const DateTimeScalar = textScalar<Date>({
  name: 'DateTime',
  description:
    'An instant with its offset, such as `2026-11-22T09:30:00+01:00` (RFC 3339). Responses use UTC with milliseconds: `2026-11-22T08:30:00.000Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: (value) => GraphQLDateTimeISO.serialize(value),
  parse: (text) => {
    try {
      return GraphQLDateTimeISO.parseValue(text);
    } catch {
      return new Date(Number.NaN);
    }
  },
  mustBe: 'an instant with its offset, such as "2026-11-22T09:30:00Z"',
  accepts: (instant) => !Number.isNaN(instant.getTime()),
});

export const DelayScalar = textScalar({
  name: 'Delay',
  description:
    'A duration in days, hours and minutes, such as `1d2h30m`, `2h` or `90m`. At least one part, at most 365 days.',
  // A subset of the durations of Prometheus: whole days, hours and minutes.
  specifiedByURL: 'https://prometheus.io/docs/prometheus/latest/querying/basics/#float-literals-and-time-durations',
  parse: asWritten,
  mustBe: 'days, hours and minutes such as "1d2h30m", with at least one part and at most 365 days',
  accepts: (text) => text !== '' && parseDelay(text) !== null,
});

const MAX_LENGTH = 2048;

export const HttpsUrlScalar = textScalar({
  name: 'HttpsUrl',
  description: 'An absolute https or http URL of at most 2048 characters. An empty text means no URL.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  parse: asWritten,
  mustBe: `an absolute http or https URL of at most ${MAX_LENGTH} characters`,
  // The URL parser accepts white space and control characters, which devices do not.
  accepts: (text) =>
    text === '' ||
    (isWithin(text, MAX_LENGTH) && /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\p{Cc}]+$/u.test(text) && URL.canParse(text)),
});

export const LanguageTagScalar = textScalar({
  name: 'LanguageTag',
  description: 'A language as a BCP 47 tag in either case, such as `pt` or `pt-BR`.',
  specifiedByURL: 'https://www.rfc-editor.org/info/bcp47',
  parse: asWritten,
  mustBe: 'a well-formed BCP 47 language tag of at most 35 characters, such as "pt-BR"',
  hint: languageHint,
  accepts: (text) => canonicalLanguage(text) !== null,
});

export const LocalDateScalar = textScalar({
  name: 'LocalDate',
  description: 'A calendar date, such as `2026-11-22`.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates',
  parse: asWritten,
  mustBe: 'a real date as YYYY-MM-DD',
  accepts: (text) => parseDate(text) !== null,
});

export const LocalTimeScalar = textScalar({
  name: 'LocalTime',
  description: 'A time of day on a 24-hour clock, such as `09:30`. Seconds, if given, must be zero.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#times',
  parse: asWritten,
  mustBe: 'a time of day as HH:MM',
  accepts: (text) => /^([01]\d|2[0-3]):[0-5]\d(:00(\.0{1,3})?)?$/.test(text),
});

export const TimeZoneScalar = textScalar({
  name: 'TimeZone',
  description: 'An IANA time zone such as `Europe/Berlin`, or a fixed offset from `-12:00` to `+14:00`.',
  specifiedByURL: 'https://www.iana.org/time-zones',
  parse: asWritten,
  mustBe: 'an IANA time zone name such as "Europe/Berlin" or an offset such as "+02:00"',
  hint: (text) => didYouMean(text, allZones()),
  accepts: (text) => parseOffset(text) !== null || canonicalZone(text) !== null,
});

const requireTrue = (value: unknown): true => {
  if (value === true) return true;
  throw new GraphQLError('True must be true. For another choice, set another field of the input.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
};

/** A choice without parameters. In a `@oneOf` input, a Boolean would allow `webpush: false`, which means nothing. */
export const TrueScalar = new GraphQLScalarType<true, true>({
  name: 'True',
  description: 'Always `true`: setting the field makes the choice.',
  specifiedByURL: 'https://spec.graphql.org/October2021/#sec-Boolean',
  serialize: requireTrue,
  parseValue: requireTrue,
  parseLiteral: (node) => requireTrue(node.kind === Kind.BOOLEAN ? node.value : null),
});

const requireSegmentValue = (value: unknown): string | number | boolean => {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  throw new GraphQLError('SegmentValue must be a text, a number, true or false.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
};

/** One scalar, because an input cannot be a union. */
export const SegmentValueScalar = new GraphQLScalarType<string | number | boolean>({
  name: 'SegmentValue',
  description: 'A value to compare an attribute with: a text, a number, true or false.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-3',
  serialize: requireSegmentValue,
  parseValue: requireSegmentValue,
  parseLiteral: (node) => requireSegmentValue(valueFromASTUntyped(node)),
});

const MAX_DEPTH = 32;

const isShallow = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((one) => isShallow(one, left - 1)));

const requireJsonObject = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new GraphQLError(`JSONObject must be a JSON object, nested at most ${MAX_DEPTH} deep.`, {
    extensions: { code: 'BAD_USER_INPUT' },
  });
};

const isAttributeValue = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

const requireAttributeValue = (value: unknown): unknown => {
  if (isAttributeValue(value)) return value;
  throw new GraphQLError('AttributeValue must be a text, a number, true, false or a list of texts.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
};

export const AttributeValueScalar = new GraphQLScalarType<unknown>({
  name: 'AttributeValue',
  description: 'A value of an attribute: a text, a number, true, false or a list of texts. A date is a text.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-3',
  serialize: requireAttributeValue,
  parseValue: requireAttributeValue,
  parseLiteral: (node, variables) => requireAttributeValue(valueFromASTUntyped(node, variables)),
});

/** Content that the service stores without interpreting it. Each field limits its size. */
export const JSONObjectScalar = new GraphQLScalarType<Readonly<Record<string, unknown>>>({
  name: 'JSONObject',
  description: `A JSON object of any shape, nested at most ${MAX_DEPTH} deep.`,
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  serialize: requireJsonObject,
  parseValue: requireJsonObject,
  parseLiteral: (node, variables) => {
    const { parseLiteral } = GraphQLJSONObject;
    return requireJsonObject(node.kind === Kind.OBJECT ? parseLiteral(node, variables) : null);
  },
});
