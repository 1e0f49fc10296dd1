/** A piece of SQL over the device row `d`, with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export const all = (conditions: readonly Condition[]): Condition => join(conditions, ' AND ', '1 = 1');

export const any = (conditions: readonly Condition[]): Condition => join(conditions, ' OR ', '1 = 0');

export const not = (condition: Condition): Condition => ({
  sql: `NOT (${condition.sql})`,
  parameters: condition.parameters,
});

/** `column IN (?, …)`; an empty list matches nothing. */
export const isIn = (column: string, values: readonly unknown[]): Condition =>
  values.length === 0
    ? { sql: '1 = 0', parameters: [] }
    : { sql: `${column} IN (${values.map(() => '?').join(', ')})`, parameters: values };

const join = (conditions: readonly Condition[], word: string, empty: string): Condition => {
  if (conditions.length === 0) return { sql: empty, parameters: [] };
  return {
    sql: conditions.map((condition) => `(${condition.sql})`).join(word),
    parameters: conditions.flatMap((condition) => condition.parameters),
  };
};
