import { badInput } from '../../errors.js';
import { asciiToBase64url, toBase64url } from '../base64url.js';
import type { Values } from './connection.js';
import type { Direction, SortColumn } from './listing.js';

/** The order that a cursor belongs to. */
export interface CursorOrder {
  readonly listing: string;
  readonly sort: string;
  readonly direction: Direction;
  readonly columns: readonly SortColumn[];
}

export type CursorValues = readonly (string | number)[];

/**
 * For the rows of one list, as arrays: the cursor that stands for each. Opaque to clients: the order's name and the row's
 * values in it. No secret: each part is checked when it comes back.
 * @param columns what the rows have, in their order.
 */
export const createCursorWriter = (order: CursorOrder, columns: readonly string[]): ((row: Values) => string) => {
  const parts = order.columns.map(({ name, type }) => ({ at: columns.indexOf(name), isText: type === 'text' }));
  if (parts.some(({ isText }) => isText)) {
    return (row) =>
      toBase64url(
        JSON.stringify([nameOf(order), ...parts.map(({ at, isText }) => (isText ? String(row[at]) : Number(row[at])))]),
      );
  }
  // The same without anything in it that would have to be quoted.
  const encode = asciiToBase64url(`["${nameOf(order)}"`);
  return (row) => {
    let values = '';
    for (const { at } of parts) values += `,${Number(row[at])}`;
    return encode(`${values}]`);
  };
};

/** @throws BAD_USER_INPUT for a cursor of another list or order, or one that is not ours. */
export const parseCursor = (order: CursorOrder, field: 'after' | 'before', cursor: string): CursorValues => {
  const [name, ...values] = decode(cursor);
  if (name !== nameOf(order) || !fits(order.columns, values)) {
    throw badInput(field, `\`${field}\` is not a cursor of this list in this order; start again without it.`);
  }
  return values;
};

const MAX_LENGTH = 4_096;

const nameOf = ({ listing, sort, direction }: CursorOrder): string => `${listing}.${sort}.${direction}`;

const decode = (cursor: string): unknown[] => {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return [];
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    // A SyntaxError: it is not one of ours.
    return [];
  }
};

const fits = (columns: readonly SortColumn[], values: readonly unknown[]): values is CursorValues =>
  values.length === columns.length &&
  columns.every(({ type }, index) => {
    const value = values[index];
    return type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value);
  });
