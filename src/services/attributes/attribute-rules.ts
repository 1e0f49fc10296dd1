import {
  ATTRIBUTE_KEY,
  type Attributes,
  type AttributeType,
  type AttributeValue,
  MAX_ATTRIBUTE_LENGTH,
  MAX_ATTRIBUTES,
  storeAttributes,
} from '../../ports/attributes.js';
import { parseDate } from '../../schedule/wall-clock.js';
import { clip, isWithin } from '../../text/characters.js';
import type { Violations } from '../rules/violations.js';

/** Attributes to set, as they were given; null removes a key. */
export type AttributeChanges = ReadonlyMap<string, AttributeValue | null>;

/** A JSON object as requests give it. */
export type AttributesInput = Readonly<Record<string, unknown>>;

/** The maximum number of entries of a list. */
const MAX_LIST = 100;
/** The limit of the stored text, for a user and for a device. Every page of a run reads these texts. */
const MAX_BYTES = 32_768;

const FIELD = 'attributes';

/** Checks everything but the types, which the definitions of the account settle. */
export const readAttributeChanges = (violations: Violations, input: AttributesInput): AttributeChanges => {
  const changes = new Map<string, AttributeValue | null>();
  const entries = Object.entries(input);
  if (entries.length > MAX_ATTRIBUTES) {
    violations.add(FIELD, `\`attributes\` must have at most ${MAX_ATTRIBUTES} keys.`, 'TOO_MANY');
    return changes;
  }
  for (const [key, value] of entries) {
    const field = `${FIELD}.${clip(key, 64)}`;
    if (!ATTRIBUTE_KEY.test(key)) violations.add(field, `\`${field}\` ${KEY_RULE}`);
    else if (isValue(value)) changes.set(key, value);
    else violations.add(field, `\`${field}\` must be ${VALUE}.`);
  }
  return changes;
};

export const KEY_RULE =
  'must have a key of 1 to 40 lower-case letters, digits and underscores that begins with a letter.';

const VALUE = `a text of at most ${MAX_ATTRIBUTE_LENGTH} characters, a finite number, true, false, or a list of at most ${MAX_LIST} such texts`;

/** Returns null for anything but a value. */
export const readAttributeValue = (value: unknown): AttributeValue | null => (isValue(value) ? value : null);

const isValue = (value: unknown): value is AttributeValue | null => {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.length <= MAX_LIST && value.every(isText);
  return isText(value);
};

/** A lone surrogate has no UTF-8 form. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && isWithin(value, MAX_ATTRIBUTE_LENGTH) && !/[\p{Cs}\0]/u.test(value);

/** The type that a first value gives to its key. */
export const typeOfValue = (value: AttributeValue): AttributeType => {
  if (typeof value === 'number') return 'NUMBER';
  if (typeof value === 'boolean') return 'BOOLEAN';
  if (typeof value !== 'string') return 'LIST';
  return toStoredDate(value) === null ? 'STRING' : 'DATE';
};

/** The stored form of a value of this type; null if the value has another type. */
export const toStoredValue = (type: AttributeType, value: AttributeValue): AttributeValue | null => {
  if (type === 'DATE') return typeof value === 'string' ? toStoredDate(value) : null;
  if (type === 'STRING') return typeof value === 'string' ? value : null;
  return typeOfValue(value) === type ? value : null;
};

export const TYPE_WORDS: Readonly<Record<AttributeType, string>> = {
  STRING: 'a text',
  NUMBER: 'a number',
  BOOLEAN: 'true or false',
  DATE: 'a date as in RFC 3339, such as "2026-11-26" or "2026-11-26T09:30:00Z"',
  LIST: 'a list of texts',
};

const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** Dates before the year 1 or after 9999 would not compare as text. */
const toStoredDate = (text: string): string | null => {
  const [, day, hour] = DATE.exec(text) ?? [];
  if (day === undefined || parseDate(day) === null) return null;
  const instant = new Date(hour === undefined ? `${day}T00:00:00Z` : text.toUpperCase());
  const isComparable = !Number.isNaN(instant.getTime()) && /^\d{4}-/.test(instant.toISOString());
  return isComparable ? instant.toISOString() : null;
};

/** Refuses more attributes than a user or a device may have. */
export const checkSize = (violations: Violations, attributes: Attributes): void => {
  const count = Object.keys(attributes).length;
  const many = `Together with existing keys, \`attributes\` would have ${count} keys. At most ${MAX_ATTRIBUTES} are allowed; remove some with null.`;
  violations.check(count <= MAX_ATTRIBUTES, FIELD, many, 'TOO_MANY');
  const bytes = Buffer.byteLength(storeAttributes(attributes) ?? '');
  const large = `Together with existing values, \`attributes\` would take ${bytes} bytes as JSON. At most ${MAX_BYTES} are allowed; remove some with null.`;
  violations.check(bytes <= MAX_BYTES, FIELD, large, 'TOO_LONG');
};
