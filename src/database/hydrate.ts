import type { Driver, EntityManager } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { EntityMetadata } from 'typeorm/metadata/EntityMetadata.js';
import { getOrInsert } from '../collections.js';

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

/**
 * Rows of plain SQL as entities to read, by the same rules as TypeORM's own; a column that was not read throws.
 * Each is a view of its row that converts what is asked for: most operations ask for a few columns of twenty, and the
 * values made in vain, dates above all, were a tenth of a request.
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
        // Never null instead: whoever reads it has to say so (`columns/reads.ts`).
        if (value === undefined) throw new Error(`${databaseName} of ${tableName} was not read`);
        return convert === null ? value : convert(value);
      },
    });
  }
  return View;
};

/** Types whose values neither driver changes. */
const PLAIN_TYPES = new Set<unknown>(['integer', 'varchar', 'text', 'bigint']);

/** null: the value is as the database has it. */
const converterOf = (column: ColumnMetadata, driver: Driver): ((value: unknown) => unknown) | null => {
  const { transformer, type } = column;
  if (type === 'boolean' && !transformer) return toBoolean;
  if (!PLAIN_TYPES.has(type) || Array.isArray(transformer))
    return (value) => driver.prepareHydratedValue(value, column);
  return transformer ? (value) => transformer.from(value) : null;
};

const toBoolean = (value: unknown): unknown => (value === null ? null : Boolean(value));
