import type { EntityManager, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

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
  const { columns } = manager.dataSource.getMetadata(entity);
  const [sample] = rows;
  if (!sample) return [];
  const read = columns.filter((column) => column.databaseName in sample);
  return rows.map((row) => hydrateRow(manager, { entity, columns: read, row }));
};

const hydrateRow = <T extends object>(
  manager: EntityManager,
  { entity, columns, row }: { entity: EntityClass<T>; columns: readonly ColumnMetadata[]; row: Row },
): T => {
  const { driver } = manager.dataSource;
  const instance: ObjectLiteral = new entity();
  for (const column of columns) {
    instance[column.propertyName] = driver.prepareHydratedValue(row[column.databaseName], column);
  }
  return instance as T;
};
