import { Field, InputType } from 'type-graphql';
import { defineEnum } from '../define-enum.js';
import { number, OrderDirectionEnum, type SortColumn, text } from './listing.js';
import type { WhereField } from './where-fields.js';

export interface SortField {
  /** The columns before the key in this order. */
  readonly by: readonly SortColumn[];
  /** Absent: the list always has this order, and clients cannot choose another. */
  readonly description?: string;
}

export const BY_ID: SortField = { by: [], description: 'Id, which follows the order of creation.' };
export const BY_NAME: SortField = { by: [text('name')], description: 'Name.' };
export const BY_CREATION: SortField = { by: [number('created_at')], description: 'Time of creation.' };
export const BY_CHANGE: SortField = { by: [number('updated_at')], description: 'Time of the last change.' };

interface Noun {
  readonly noun: string;
  readonly plural: string;
}

type InputClass = new () => object;

/** `AppWhereInput`; null for a list without filters. */
export const defineWhereInput = (
  { noun, plural }: Noun,
  fields: Readonly<Record<string, WhereField>>,
): InputClass | null => {
  class WhereInput {}
  const declared = Object.entries(fields);
  for (const [name, { type, description }] of declared) {
    Field(type, { nullable: true, description })(WhereInput.prototype, name);
  }
  if (declared.length === 0) return null;
  InputType(`${noun}WhereInput`, { description: `Filters for ${plural}; all of them must match.` })(WhereInput);
  return WhereInput;
};

/** `AppOrderInput` with its enum `AppSort`; null for a list that has one order. @param ties break equal values */
export const defineOrderInput = (
  { noun, plural }: Noun,
  sorts: Readonly<Record<string, SortField>>,
  ties: readonly SortColumn[],
): InputClass | null => {
  const offered = Object.entries(sorts).filter(([, { description }]) => description !== undefined);
  if (offered.length === 0) return null;
  const SortEnum = defineEnum(
    `${noun}Sort`,
    `The fields that ${plural} can be sorted by.`,
    Object.fromEntries(offered.map(([sort, { description = '' }]) => [sort, description])),
  );
  class OrderInput {}
  const { prototype } = OrderInput;
  Field(() => SortEnum, { description: 'The field to sort by.' })(prototype, 'field');
  const direction = { defaultValue: OrderDirectionEnum.ASC, description: 'Ascending or descending.' };
  Field(() => OrderDirectionEnum, direction)(prototype, 'direction');
  const breakers = ties.map(({ name }) => name.replace(/_id$/, '')).join(' and ');
  InputType(`${noun}OrderInput`, { description: `Sort order of ${plural}; ties are broken by ${breakers}.` })(
    OrderInput,
  );
  return OrderInput;
};
