import type { SqlFragment } from '../database/sql.js';

/** A condition on the device row `d`. */
export type Condition = SqlFragment;

export const all = (conditions: readonly Condition[]): Condition => join(conditions, ' AND ', '1 = 1');

export const any = (conditions: readonly Condition[]): Condition => join(conditions, ' OR ', '1 = 0');

export const not = (condition: Condition): Condition => ({
  sql: `NOT (${condition.sql})`,
  parameters: condition.parameters,
});

/** `column IN (?, …)`; an empty list matches nothing. */
export const isIn = (column: string, values: readonly string[]): Condition =>
  values.length === 0
    ? { sql: '1 = 0', parameters: [] }
    : { sql: `${column} IN (${values.map(() => '?').join(', ')})`, parameters: values };

/** `column IN (1, …)`. Ids are part of the text because SQLite allows only 32,766 parameters. */
export const isIdIn = (column: string, ids: readonly number[]): Condition => ({
  sql: ids.length === 0 ? '1 = 0' : `${column} IN (${ids.map(toLiteral).join(', ')})`,
  parameters: [],
});

const toLiteral = (id: number): string => {
  if (Number.isSafeInteger(id)) return String(id);
  throw new TypeError('an id is an integer below 2^53');
};

const join = (conditions: readonly Condition[], word: string, empty: string): Condition => {
  if (conditions.length === 0) return { sql: empty, parameters: [] };
  return {
    sql: conditions.map((condition) => `(${condition.sql})`).join(word),
    parameters: conditions.flatMap((condition) => condition.parameters),
  };
};
