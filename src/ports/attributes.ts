/** A value of an attribute. A date is a string in RFC 3339, UTC with milliseconds, so that dates compare as text. */
export type AttributeValue = string | number | boolean | readonly string[];

export type Attributes = { readonly [key: string]: AttributeValue };

export const ATTRIBUTE_TYPES = ['STRING', 'NUMBER', 'BOOLEAN', 'DATE', 'LIST'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

export const ATTRIBUTE_KEY = /^[a-z][a-z0-9_]{0,39}$/;
/** The maximum number of keys of a user, and of a device. */
export const MAX_ATTRIBUTES = 100;
/** The maximum number of characters of a string, and of each entry of a list. */
export const MAX_ATTRIBUTE_LENGTH = 255;

/**
 * The stored form of attributes: JSON without spaces, keys in order; null: none. Segments search it as text, so each
 * key must have exactly one spelling (docs/decisions/attribute-copies.md).
 */
export const storeAttributes = (attributes: Attributes): string | null => {
  const keys = Object.keys(attributes).sort();
  return keys.length === 0 ? null : JSON.stringify(Object.fromEntries(keys.map((key) => [key, attributes[key]])));
};

export const readAttributes = (stored: string | null): Attributes => (stored === null ? {} : JSON.parse(stored));

/** The attributes of a device: its own win over those of its user. */
export const mergeAttributes = (own: Attributes, user: Attributes): Attributes => ({ ...user, ...own });
