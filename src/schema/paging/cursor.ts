import type { Row } from '../../database/hydrate.js';
import { badInput } from '../../errors.js';
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
 * Makes the cursor of a row: the name of the order and the row's values in it. Opaque to clients but not secret, because
 * every part is checked when a client returns it.
 */
export const toCursor = (order: CursorOrder, row: Row): string => {
  const values = order.columns.map(({ name, type }) => (type === 'text' ? String(row[name]) : Number(row[name])));
  return encode([nameOf(order), ...values]);
};

/** Makes a cursor for lists whose items are not rows, from the numbers of a position. */
export const toPlaceCursor = (order: CursorOrder, place: readonly number[]): string =>
  encode([nameOf(order), ...place]);

/** @throws BAD_USER_INPUT for a cursor of another list or order, and for a malformed one. */
export const parseCursor = (order: CursorOrder, field: 'after' | 'before', cursor: string): CursorValues => {
  const [name, ...values] = decode(cursor);
  if (name !== nameOf(order) || !fits(order.columns, values)) {
    throw badInput(field, `\`${field}\` is not a cursor of this list in this order. Start again without it.`);
  }
  return values;
};

const MAX_LENGTH = 4_096;

const encode = (values: readonly unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');

const nameOf = ({ listing, sort, direction }: CursorOrder): string => `${listing}.${sort}.${direction}`;

const decode = (cursor: string): unknown[] => {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return [];
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    // A SyntaxError means that the cursor is malformed.
    return [];
  }
};

const fits = (columns: readonly SortColumn[], values: readonly unknown[]): values is CursorValues =>
  values.length === columns.length &&
  columns.every(({ type }, index) => {
    const value = values[index];
    return type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value);
  });
