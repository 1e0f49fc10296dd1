import { LRUCache } from 'lru-cache';
import type { Driver, EntityManager } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { EntityMetadata } from 'typeorm/metadata/EntityMetadata.js';
import { getOrInsert } from '../../collections.js';
import type { Values } from './connection.js';

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
  manager: EntityManager,
  entity: EntityClass<T>,
  rows: readonly Row[],
): T[] => {
  const columns = columnNames(manager, entity);
  const toNodes = createHydrator(manager, { entity, columns });
  return toNodes(rows.map((row) => columns.map((name) => row[name])));
};

/** For several lists of rows, which are arrays with the values of these columns. */
export const createHydrator = <T extends object>(
  manager: EntityManager,
  { entity, columns }: { entity: EntityClass<T>; columns: readonly string[] },
): ((rows: readonly Values[]) => T[]) => {
  const { dataSource } = manager;
  const View = viewOf(dataSource.getMetadata(entity), { driver: dataSource.driver, columns }) as RowView<T>;
  return (rows) => rows.map((row) => new View(row));
};

type RowView<T> = new (row: Values) => T;

/** Of one entity: as many selections of columns as clients have in use. */
const MAX_VIEWS = 200;
const known = new WeakMap<EntityMetadata, LRUCache<string, RowView<object>>>();

interface ViewParts {
  readonly driver: Driver;
  readonly columns: readonly string[];
}

const viewOf = (metadata: EntityMetadata, parts: ViewParts): RowView<object> => {
  const views = known.get(metadata) ?? new LRUCache<string, RowView<object>>({ max: MAX_VIEWS });
  known.set(metadata, views);
  return getOrInsert(views, parts.columns.join(), () => createView(metadata, parts));
};

/** A subclass of the entity with a getter for each column. */
const createView = ({ target, columns, tableName }: EntityMetadata, parts: ViewParts): RowView<object> => {
  class View extends (target as EntityClass<object>) {
    constructor(readonly row: Values) {
      super();
    }
  }
  for (const column of columns) {
    const { propertyName, databaseName } = column;
    const convert = converterOf(column, parts.driver);
    const at = parts.columns.indexOf(databaseName);
    Object.defineProperty(View.prototype, propertyName, {
      get(this: View): unknown {
        const value = this.row[at];
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
