import { badInput } from '../../errors.js';
import { ATTRIBUTE_KEY, type AttributeValue } from '../../ports/attributes.js';
import type { Condition } from '../../schema/paging/listing.js';
import { readAttributeValue, toStoredValue } from '../../services/attributes/attribute-rules.js';
import { isWithin } from '../../text/characters.js';

const MAX_PART = 255;

/** A range, which an index serves on both databases. No id contains the last code point. */
export const startsWith = (column: string, part: string): Condition | null => {
  if (part === '') return null;
  if (!isWithin(part, MAX_PART)) throw badInput('where', `A text in \`where\` has at most ${MAX_PART} characters.`);
  return {
    sql: `t.${column} >= ? AND t.${column} < ?`,
    parameters: [part, `${part}\u{10FFFF}`],
    seeks: true,
  };
};

/** Searches the stored text, in which each key has one spelling and is followed by a comma or the closing brace. */
export const withAttribute = (key: string, value: unknown): Condition => {
  const given = ATTRIBUTE_KEY.test(key) ? readAttributeValue(value) : null;
  if (given === null) return { sql: '1 = 0', parameters: [] };
  const date = toStoredValue('DATE', given);
  const parts = [given, ...(date === null || date === given ? [] : [date])].flatMap((one) => toParts(key, one));
  return {
    sql: parts.map(() => 'INSTR(t.attributes, ?) > 0').join(' OR '),
    parameters: parts,
  };
};

const toParts = (key: string, value: AttributeValue): string[] =>
  [',', '}'].map((end) => `"${key}":${JSON.stringify(value)}${end}`);
