import { type ColumnOptions, getMetadataArgsStorage } from 'typeorm';

/**
 * A table for plain SQL. The entity declares the columns, so no statement lists them a second time.
 * `NewRow` is the row that an insert requires: leaving out a column does not compile.
 */
export interface Table<NewRow> {
  readonly name: string;
  /** Every column, in the order of the entity. */
  readonly columns: readonly TableColumn[];
  /** The columns that an insert writes, which are all but a numbered id. */
  readonly written: readonly TableColumn<keyof NewRow & string>[];
}

export interface TableColumn<Property extends string = string> {
  /** The name in the entity. */
  readonly property: Property;
  /** The name in the database. */
  readonly name: string;
  /** Whether a driver may return its numbers as text. */
  readonly isBig: boolean;
  /** Converts a value of the entity to the value in the database. */
  readonly toStored: (value: unknown) => StoredValue;
}

export type StoredValue = string | number | bigint | Buffer | null;

/** A row to insert, by property. Instants may also be epoch ms, and flags numbers. */
export type NewRow<Entity, Left extends keyof Entity> = {
  readonly [Property in Exclude<keyof Entity, Left>]: Writable<Entity[Property]>;
};

type Writable<Value> = Value extends Date ? Date | number : Value extends boolean ? boolean | number : Value;

interface TableParts<Numbered, Related> {
  /** The id, where the database numbers the rows. */
  readonly numbered?: Numbered;
  /** A property that leads to other entities and has no column. */
  readonly related?: Related;
}

/** The table of an entity, read from its decorators. */
export const defineTable = <
  Entity extends object,
  const Numbered extends keyof Entity & string = never,
  const Related extends keyof Entity & string = never,
>(
  entity: new () => Entity,
  { numbered }: TableParts<Numbered, Related> = {},
): Table<NewRow<Entity, Numbered | Related>> => {
  const storage = getMetadataArgsStorage();
  const lineage = lineageOf(entity);
  const columns = storage.columns
    .filter(({ target }) => lineage.includes(target))
    .map(({ propertyName, options }) => toColumn(propertyName, options));
  const name = storage.tables.find(({ target }) => target === entity)?.name;
  if (name === undefined) throw new Error(`${entity.name} has no @Entity with a name.`);
  const written = columns.filter(({ property }) => property !== numbered);
  return { name, columns, written: written as unknown as Table<NewRow<Entity, Numbered | Related>>['written'] };
};

/** `userId` in code is `user_id` in the database. */
export const toColumnName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A class and its base classes. TypeORM stores a decorator under the class that declares it. */
const lineageOf = (entity: unknown): unknown[] =>
  typeof entity === 'function' && entity !== Function.prototype
    ? [entity, ...lineageOf(Object.getPrototypeOf(entity))]
    : [];

const toColumn = (property: string, { name, type, transformer }: ColumnOptions): TableColumn => {
  if (Array.isArray(transformer)) throw new Error(`${property} has more than one transformer.`);
  const plain = type === 'simple-array' ? joined : toPlain;
  const toStored = transformer ? (value: unknown) => plain(transformer.to(value)) : plain;
  return { property, name: name ?? toColumnName(property), isBig: type === 'bigint', toStored };
};

const toPlain = (value: unknown): StoredValue => {
  if (value === undefined || value === null) return null;
  return typeof value === 'boolean' ? Number(value) : (value as StoredValue);
};

const joined = (value: unknown): StoredValue => (value as readonly string[]).join(',');
