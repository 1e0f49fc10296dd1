import type { EntityManager } from 'typeorm';
import { columnNames } from '../../database/hydrate.js';

type EntityClass = new () => object;

/** Of the rows of some tables, what one operation reads. Made once for each query that is compiled. */
export class NeededColumns {
  private readonly known = new Map<EntityClass, readonly string[]>();

  /** @param properties by the names of the entity; of entities that are not named everything is read. */
  constructor(private readonly properties: ReadonlyMap<EntityClass, ReadonlySet<string>>) {}

  /** Their names in the database; null: all that the entity has. */
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

/** What to read of an entity: all but what is left out, or of that as much as the operation needs. */
export const columnsToRead = (
  manager: EntityManager,
  { entity, omit, needed }: { entity: EntityClass; omit?: readonly string[]; needed: NeededColumns | null },
): readonly string[] => needed?.of(manager, entity) ?? columnNames(manager, entity, omit);
