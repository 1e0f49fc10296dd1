import type { Driver, EntityManager } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { EntityMetadata } from 'typeorm/metadata/EntityMetadata.js';
import { getOrInsert } from '../collections.js';

type EntityClass<T> = new () => T;
export type Row = Readonly<Record<string, unknown>>;

/** The database names of an entity's columns. */
export const columnNames = (
  manager: EntityManager,
  entity: EntityClass<object>,
  omit: readonly string[] = [],
): readonly string[] =>
  manager.dataSource
    .getMetadata(entity)
    .columns.map((column) => column.databaseName)
    .filter((name) => !omit.includes(name));

/**
 * Presents rows of plain SQL as read-only entities, with TypeORM's conversions. A column that was not read throws.
 * Each view converts a column when it is used: converting all twenty, dates above all, cost a tenth of a request.
 */
export const hydrate = <T extends object>(
  { dataSource }: EntityManager,
  entity: EntityClass<T>,
  rows: readonly Row[],
): T[] => {
  const metadata = dataSource.getMetadata(entity);
  const View = getOrInsert(known, metadata, () => createView(metadata, dataSource.driver)) as RowView<T>;
  return rows.map((row) => new View(row));
};

type RowView<T> = new (row: Row) => T;

const known = new WeakMap<EntityMetadata, RowView<object>>();

/** A subclass of the entity with a getter for each column. */
const createView = ({ target, columns, tableName }: EntityMetadata, driver: Driver): RowView<object> => {
  class View extends (target as EntityClass<object>) {
    constructor(readonly row: Row) {
      super();
    }
  }
  for (const column of columns) {
    const { propertyName, databaseName } = column;
    const convert = converterOf(column, driver);
    Object.defineProperty(View.prototype, propertyName, {
      get(this: View): unknown {
        const value = this.row[databaseName];
        // Returning null would hide a missing entry in `columns/reads.ts`.
        if (value === undefined) throw new Error(`${databaseName} of ${tableName} was not read`);
        return convert === null ? value : convert(value);
      },
    });
  }
  return View;
};

/** Types whose values need no conversion from either driver. */
const PLAIN_TYPES = new Set<unknown>(['integer', 'varchar', 'text', 'bigint']);

/** null: the value needs no conversion. */
const converterOf = (column: ColumnMetadata, driver: Driver): ((value: unknown) => unknown) | null => {
  const { transformer, type } = column;
  if (type === 'boolean' && !transformer) return toBoolean;
  if (!PLAIN_TYPES.has(type) || Array.isArray(transformer))
    return (value) => driver.prepareHydratedValue(value, column);
  return transformer ? (value) => transformer.from(value) : null;
};

const toBoolean = (value: unknown): unknown => (value === null ? null : Boolean(value));
