import type { Driver, EntityManager, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { EntityMetadata } from 'typeorm/metadata/EntityMetadata.js';

type EntityClass<T> = new () => T;
export type Row = Readonly<Record<string, unknown>>;

/** The names in the database of an entity's columns. */
export const columnNames = (
  manager: EntityManager,
  entity: EntityClass<object>,
  omit: readonly string[] = [],
): readonly string[] =>
  manager.dataSource
    .getMetadata(entity)
    .columns.map((column) => column.databaseName)
    .filter((name) => !omit.includes(name));

/** Rows of plain SQL as entities, by the same rules as TypeORM's own reads; columns that were not read stay unset. */
export const hydrate = <T extends object>(
  manager: EntityManager,
  entity: EntityClass<T>,
  rows: readonly Row[],
): T[] => {
  const [sample] = rows;
  if (!sample) return [];
  const { dataSource } = manager;
  const read = fillersOf(dataSource.getMetadata(entity), dataSource.driver).filter(({ column }) => column in sample);
  return rows.map((row) => {
    const instance: ObjectLiteral = new entity();
    for (const { property, column, convert } of read) {
      const value = row[column];
      instance[property] = convert === null ? value : convert(value);
    }
    return instance as T;
  });
};

/** How one property gets its value. */
interface Filler {
  readonly property: string;
  readonly column: string;
  /** null: the value is as the database has it. */
  readonly convert: ((value: unknown) => unknown) | null;
}

const known = new WeakMap<EntityMetadata, readonly Filler[]>();

/** Worked out once: TypeORM asks for every value again what its column's type means. */
const fillersOf = (metadata: EntityMetadata, driver: Driver): readonly Filler[] => {
  const fillers = known.get(metadata) ?? metadata.columns.map((column) => toFiller(column, driver));
  known.set(metadata, fillers);
  return fillers;
};

const toFiller = (column: ColumnMetadata, driver: Driver): Filler => ({
  property: column.propertyName,
  column: column.databaseName,
  convert: converterOf(column, driver),
});

/** Types whose values neither driver changes. */
const PLAIN_TYPES = new Set<unknown>(['integer', 'varchar', 'text', 'bigint']);

const converterOf = (column: ColumnMetadata, driver: Driver): Filler['convert'] => {
  const { transformer, type } = column;
  if (type === 'boolean' && !transformer) return toBoolean;
  if (!PLAIN_TYPES.has(type) || Array.isArray(transformer))
    return (value) => driver.prepareHydratedValue(value, column);
  return transformer ? (value) => transformer.from(value) : null;
};

const toBoolean = (value: unknown): unknown => (value === null || value === undefined ? value : Boolean(value));
