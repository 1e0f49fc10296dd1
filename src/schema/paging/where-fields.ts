import { ID } from 'type-graphql';
import type { GraphContext } from '../context.js';
import { databaseIdOf, type IdType } from '../global-id.js';
import { DateTimeScalar } from '../scalars/scalars.js';
import { type Condition, compare, contains, isOneOf } from './listing.js';

type Found = Condition | readonly Condition[] | null | Promise<Condition | readonly Condition[]>;

/** One field of a `where` input: its type and description in the graph, and its SQL. */
export interface WhereField<Value = unknown> {
  type(): object;
  readonly description: string;
  /**
   * Called only when the client gave a value.
   * @param within the values of the key's first column that limit the list; empty for most lists.
   */
  toCondition(value: Value, context: GraphContext, within: readonly number[]): Found;
}

export const flag = (column: string, description: string): WhereField<boolean> => ({
  type: () => Boolean,
  description,
  toCondition: (value) => compare(column, '=', value),
});

/** True keeps the rows in which the column has a value, false the others. */
export const isPresent = (column: string, description: string): WhereField<boolean> => ({
  type: () => Boolean,
  description,
  toCondition: (value) => ({ sql: `t.${column} IS ${value ? 'NOT ' : ''}NULL`, parameters: [] }),
});

/** The values of the enum, or other type, are those of the column. */
export const anyOf = (type: object, column: string, description: string): WhereField<readonly string[]> => ({
  type: () => [type],
  description,
  toCondition: (values) => isOneOf(column, values),
});

/** Global ids of another type match nothing. */
export const anyOfIds = (type: IdType, column: string, description: string): WhereField<readonly string[]> => ({
  ...anyOf(ID, column, description),
  toCondition: (ids) =>
    isOneOf(
      column,
      ids.flatMap((id) => databaseIdOf(type, id) ?? []),
    ),
});

export const partOf = (column: string, description: string): WhereField<string> => ({
  type: () => String,
  description,
  toCondition: (part) => contains(column, part),
});

export const from = (column: string, description: string): WhereField<Date> => ({
  type: () => DateTimeScalar,
  description,
  toCondition: (instant) => compare(column, '>=', instant),
});

export const before = (column: string, description: string): WhereField<Date> => ({
  type: () => DateTimeScalar,
  description,
  toCondition: (instant) => compare(column, '<', instant),
});
