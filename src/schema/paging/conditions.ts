import { badInput } from '../../errors.js';
import { isWithin } from '../../text/characters.js';
import type { Condition } from './listing.js';

/** The conditions of a `where` input: what is null or left out does not narrow the list. */
export const conditions = (...parts: readonly (Condition | null)[]): Condition[] =>
  parts.filter((part): part is Condition => part !== null);

const MAX_VALUES = 1_000;
/** As long as a name can be. Databases compare a pattern with every row, and some at the cost of its length squared. */
const MAX_PART = 255;

type Value = string | number | boolean | Date;

export const compare = (column: string, sign: '=' | '>=' | '<', value: Value | null | undefined): Condition | null => {
  if (value === null || value === undefined) return null;
  return { sql: `t.${column} ${sign} ?`, parameters: [value instanceof Date ? value.getTime() : value] };
};

export const isOneOf = (column: string, values: readonly Value[] | null | undefined): Condition | null => {
  if (!values) return null;
  if (values.length > MAX_VALUES) throw badInput('where', `A list in \`where\` has at most ${MAX_VALUES} entries.`);
  if (values.length === 0) return { sql: '1 = 0', parameters: [] };
  return { sql: `t.${column} IN (${values.map(() => '?').join(', ')})`, parameters: values };
};

/** @param part in lower case if the column is. */
export const contains = (column: string, part: string | null | undefined): Condition | null => {
  if (!part) return null;
  if (!isWithin(part, MAX_PART)) throw badInput('where', `A text in \`where\` has at most ${MAX_PART} characters.`);
  // `!` and not a backslash, which MySQL reads as an escape in the literal itself.
  const pattern = `%${part.replace(/[!%_]/g, (sign) => `!${sign}`)}%`;
  return { sql: `t.${column} LIKE ? ESCAPE '!'`, parameters: [pattern] };
};
