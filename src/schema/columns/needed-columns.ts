import type { EntityManager } from 'typeorm';
import { columnNames } from '../../database/hydrate.js';

type EntityClass = new () => object;

/** The columns that one operation reads. Created once per compiled query. */
export class NeededColumns {
  private readonly known = new Map<EntityClass, readonly string[]>();

  /** @param properties by entity; entities that are missing are read completely */
  constructor(private readonly properties: ReadonlyMap<EntityClass, ReadonlySet<string>>) {}

  /** Returns the names of the columns; null for all columns of the entity. */
  of(manager: EntityManager, entity: EntityClass): readonly string[] | null {
    const properties = this.properties.get(entity);
    if (!properties) return null;
    const known = this.known.get(entity) ?? namesOf(manager, entity, properties);
    this.known.set(entity, known);
    return known;
  }
}

const namesOf = (manager: EntityManager, entity: EntityClass, properties: ReadonlySet<string>): readonly string[] =>
  manager.dataSource
    .getMetadata(entity)
    .columns.filter(({ propertyName }) => properties.has(propertyName))
    .map(({ databaseName }) => databaseName);

/** Returns the columns to read of an entity: the needed ones, or all except the omitted ones. */
export const columnsToRead = (
  manager: EntityManager,
  { entity, omit, needed }: { entity: EntityClass; omit?: readonly string[]; needed: NeededColumns | null },
): readonly string[] => needed?.of(manager, entity) ?? columnNames(manager, entity, omit);
