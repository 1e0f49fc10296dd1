import type { ColumnOptions } from 'typeorm';
import { type Attributes, readAttributes, storeAttributes } from '../ports/attributes.js';

/** Instants are stored in epoch ms, which is exact, equal on both databases and comparable in plain SQL. */
export const instant = {
  type: 'bigint',
  transformer: {
    to: (value: Date | null | undefined) => (value instanceof Date ? value.getTime() : value),
    from: (value: string | number | null) => (value === null || value === undefined ? null : new Date(Number(value))),
  },
} as const satisfies ColumnOptions;

/** Ids above 2^31 that stay far below 2^53. */
export const bigId = {
  type: 'bigint',
  transformer: {
    to: (value: number | null | undefined) => value,
    from: (value: string | number | null) => (value === null || value === undefined ? null : Number(value)),
  },
} as const satisfies ColumnOptions;

const jsonColumn: ColumnOptions['transformer'] = {
  to: (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value)),
  from: (value: string | null) => (value === null || value === undefined ? null : JSON.parse(value)),
};

export const json = { type: 'text', transformer: jsonColumn } as const satisfies ColumnOptions;

export const attributes = {
  type: 'text',
  transformer: {
    to: (value: Attributes | null | undefined) => (value ? storeAttributes(value) : null),
    from: (value: string | null) => (value === null || value === undefined ? null : readAttributes(value)),
  },
} as const satisfies ColumnOptions;

/** A row as plain SQL reads it, by column name. Instants and flags are numbers. */
export type RowOf<Entity> = {
  readonly [Property in keyof Entity & string as ColumnName<Property>]: Stored<Entity[Property]>;
};

type ColumnName<Property extends string> = Property extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';

type Stored<Value> = Value extends Date | boolean
  ? number
  : Value extends string | number | Buffer | null
    ? Value
    : string;
