import type { Dialect } from '../../database/dialect.js';
import { ATTRIBUTE_KEY, type AttributeType } from '../../ports/attributes.js';
import { any, type Condition, not } from '../condition.js';

export type AttributeOperator = 'EQ' | 'NE' | 'LT' | 'LE' | 'GT' | 'GE' | 'IN' | 'CONTAINS' | 'EXISTS';
type Value = string | number | boolean;

export interface AttributeTest {
  readonly key: string;
  readonly op: AttributeOperator;
  readonly value?: Value;
  readonly values?: readonly Value[];
  /** The type of the key when the segment was saved. */
  readonly type?: AttributeType;
}

/**
 * A condition on the attributes of the device row. They are stored as JSON with one spelling for each value, and no text
 * contains a bare `"`, so searching for `"plan":"pro"` is exact (docs/decisions/attributes.md#segments).
 */
export const compileAttribute = (test: AttributeTest, dialect: Dialect): Condition => {
  const { key, op } = test;
  if (!ATTRIBUTE_KEY.test(key)) throw new TypeError('the key of an attribute is part of the SQL');
  switch (op) {
    case 'EXISTS':
      return has(dialect, [`"${key}":`]);
    case 'EQ':
      return isEqual(dialect, test, test.value);
    case 'NE':
      return not(isEqual(dialect, test, test.value));
    case 'IN':
      return isIn(dialect, test);
    case 'CONTAINS':
      return contains(dialect, test);
    default:
      return inOrder(dialect, test, SIGNS[op]);
  }
};

const SIGNS = { LT: '<', LE: '<=', GT: '>', GE: '>=' } as const;

/** Whether the JSON has any of these texts. */
const has = (dialect: Dialect, texts: readonly string[]): Condition =>
  any(
    texts.map((text) => ({ sql: `COALESCE(INSTR(${dialect.bytes('d.attributes')}, ?), 0) > 0`, parameters: [text] })),
  );

/** Nothing but `,` or `}` ends a number; a text and a boolean end themselves. */
const isEqual = (dialect: Dialect, { key }: AttributeTest, value: unknown): Condition => {
  const pair = `"${key}":${JSON.stringify(value)}`;
  return has(dialect, typeof value === 'number' ? [`${pair},`, `${pair}}`] : [pair]);
};

const isIn = (dialect: Dialect, { key, values = [] }: AttributeTest): Condition => {
  if (typeof values[0] !== 'number') return orFalse(dialect.among(textUnder(dialect, key), values.map(String)));
  const numbers = values.map((value) => `${Number(value)} + 0e0`);
  return orFalse({ sql: `${numberUnder(dialect, key)} IN (${numbers.join(', ')})`, parameters: [] });
};

const contains = (dialect: Dialect, { key, type, value }: AttributeTest): Condition =>
  orFalse(
    type === 'LIST'
      ? dialect.jsonHas('d.attributes', key, String(value))
      : { sql: `INSTR(${textUnder(dialect, key)}, ?) > 0`, parameters: [String(value)] },
  );

/** Dates have a fixed form, so they compare as text. */
const inOrder = (dialect: Dialect, { key, value }: AttributeTest, sign: string): Condition =>
  orFalse(
    typeof value === 'number'
      ? { sql: `${numberUnder(dialect, key)} ${sign} ? + 0e0`, parameters: [String(value)] }
      : { sql: `${textUnder(dialect, key)} ${sign} ?`, parameters: [String(value)] },
  );

const textUnder = ({ bytes, jsonValue }: Dialect, key: string): string => bytes(jsonValue('d.attributes', key));

/** Adding a double makes the comparison one of doubles, as in JavaScript. */
const numberUnder = ({ jsonValue }: Dialect, key: string): string => `${jsonValue('d.attributes', key)} + 0e0`;

/** A device without the attribute does not fit. */
const orFalse = ({ sql, parameters }: Condition): Condition => ({ sql: `COALESCE(${sql}, 0) = 1`, parameters });
