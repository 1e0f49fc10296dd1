import {
  type DocumentNode,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { Scheduler } from '../../entities/scheduler.js';
import { NODE_KINDS } from '../node-registry.js';
import { NeededColumns } from './needed-columns.js';
import { READS } from './reads.js';

type EntityClass = new () => object;

/**
 * Finds the columns that a query reads of each kind of node, anywhere in the query, because each row is
 * loaded only once. Returns null, for whole rows, if a field does not declare its columns.
 */
export const findNeededColumns = (schema: GraphQLSchema, document: DocumentNode): NeededColumns | null => {
  const properties = new Map<EntityClass, Set<string>>(ALWAYS_READ);
  const need = (entity: EntityClass, names: readonly string[]): void => {
    properties.set(entity, new Set([...(properties.get(entity) ?? []), ...names]));
  };
  let isKnown = true;
  const types = new TypeInfo(schema);
  const look = ({ name }: { readonly name: { readonly value: string } }): void => {
    if (name.value.startsWith('__')) return;
    for (const type of concreteTypes(schema, types.getParentType())) {
      const entity = ENTITY_OF_TYPE.get(type.name);
      const reads = readsOf(type, name.value, entity);
      if (reads === null) isKnown = false;
      else if (entity) need(entity, reads);
    }
  };
  visit(document, visitWithTypeInfo(types, { Field: look }));
  return isKnown ? new NeededColumns(properties) : null;
};

const ENTITY_OF_TYPE: ReadonlyMap<string, EntityClass> = new Map(
  Object.values(NODE_KINDS).flatMap(({ entity, types }) => types.map((type): [string, EntityClass] => [type, entity])),
);

/** Loaders find rows by id, and the type of a scheduler depends on its kind. */
const ALWAYS_READ: readonly [EntityClass, Set<string>][] = Object.values(NODE_KINDS).map(({ entity }) => [
  entity,
  new Set<string>(Object.is(entity, Scheduler) ? ['id', 'kind'] : ['id']),
]);

const concreteTypes = (
  schema: GraphQLSchema,
  type: GraphQLNamedType | null | undefined,
): readonly GraphQLObjectType[] => {
  if (isObjectType(type)) return type.name.startsWith('__') ? [] : [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
};

/** Returns null if the columns are unknown. */
const readsOf = (type: GraphQLObjectType, name: string, entity: EntityClass | undefined): readonly string[] | null => {
  const field: GraphQLField<unknown, unknown> | undefined = type.getFields()[name];
  if (!field) return null;
  const { [READS]: declared } = field.extensions;
  if (Array.isArray(declared)) return declared;
  if (field.resolve && field.resolve !== defaultFieldResolver) return null;
  return entity ? [name] : [];
};
