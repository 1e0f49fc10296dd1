import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { Scheduler } from '../entities/scheduler.js';
import { READS } from './columns/reads.js';
import { auditMutations } from './execution/audit-mutations.js';
import { toGlobalId } from './global-id.js';
import { NODE_KINDS, nodeTypeOf, schedulerTypeOf } from './node-registry.js';
import { checkForms } from './scalars/check-forms.js';

/** Adds the parts that TypeGraphQL cannot express, or resolves at a cost for every value. */
export const finishSchema = (schema: GraphQLSchema): GraphQLSchema => {
  describeRoots(schema);
  enforceOneOf(schema);
  resolveIds(schema);
  resolveValues(schema);
  checkForms(schema);
  auditMutations(schema);
  const node = interfaceNamed(schema, 'Node');
  node.resolveType = (value: object) => nodeTypeOf(value);
  interfaceNamed(schema, 'Scheduler').resolveType = (value: Scheduler) => schedulerTypeOf(value);
  return schema;
};

const describeRoots = (schema: GraphQLSchema): void => {
  const describe = (type: GraphQLObjectType | null | undefined, description: string): void => {
    if (type) type.description = description;
  };
  schema.description = 'pushgraph: applications, pushes, schedulers, and the outcome of every message.';
  describe(schema.getQueryType(), 'Everything that can be read.');
  describe(schema.getMutationType(), 'Everything that can be changed. Broken rules are returned as `userErrors`.');
  describe(schema.getSubscriptionType(), 'Everything that can be watched, over WebSocket (`graphql-transport-ws`).');
};

/** graphql-js then enforces it in documents and in variables; see `one-of.ts`. */
const enforceOneOf = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type) && type.extensions.oneOf === true) type.isOneOf = true;
  }
};

/**
 * Resolves global ids by the registry of nodes, and `databaseId` by the property `id`: TypeGraphQL's simple resolvers
 * would look for a property with the name of the field.
 */
const resolveIds = (schema: GraphQLSchema): void => {
  for (const [idType, { types }] of Object.entries(NODE_KINDS)) {
    for (const name of types) {
      const type = schema.getType(name);
      if (!isObjectType(type)) throw new Error(`The schema has no type ${name}.`);
      const { id } = type.getFields();
      if (id) resolveFromId(id, (source) => toGlobalId(idType as keyof typeof NODE_KINDS, source.id));
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    const databaseId = isObjectType(type) ? type.getFields().databaseId : undefined;
    if (databaseId && !databaseId.resolve) resolveFromId(databaseId, ({ id }) => id);
  }
};

const resolveFromId = (field: GraphQLField<unknown, unknown>, resolve: (source: { id: number }) => unknown): void => {
  field.resolve = resolve as GraphQLFieldResolver<unknown, unknown>;
  field.extensions = { ...field.extensions, [READS]: ['id'] };
};

/**
 * graphql-js calls functions and awaits promises that it finds as values; graphql-jit does so only for resolvers. Every
 * field therefore gets the default resolver of graphql-js, except in rows and pages, which hold plain values.
 */
const resolveValues = (schema: GraphQLSchema): void => {
  const rows = new Set<string>(Object.values(NODE_KINDS).flatMap(({ types }) => types));
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || rows.has(type.name)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!isOfPage(type.name, field.name)) field.resolve ??= defaultFieldResolver;
    }
  }
};

const isOfPage = (type: string, field: string): boolean =>
  type === 'PageInfo' || (/(Connection|Edge)$/.test(type) && field !== 'totalCount');

const interfaceNamed = (schema: GraphQLSchema, name: string): GraphQLInterfaceType => {
  const type = schema.getType(name);
  if (!isInterfaceType(type)) throw new Error(`The schema has no interface ${name}.`);
  return type;
};
