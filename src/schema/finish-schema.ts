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

/** What TypeGraphQL cannot say, or says at a cost for every value. */
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
  schema.description = 'pushgraph: applications, pushes, schedulers, and what became of every message.';
  describe(schema.getQueryType(), 'What can be read.');
  describe(schema.getMutationType(), 'What can be changed. Broken rules come back as `userErrors`.');
  describe(schema.getSubscriptionType(), 'What can be watched, over WebSocket (`graphql-transport-ws`).');
};

/** See `one-of.ts`. graphql-js then enforces it in documents and in variables. */
const enforceOneOf = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type) && type.extensions.oneOf === true) type.isOneOf = true;
  }
};

/**
 * Global ids go by the registry of nodes; and TypeGraphQL's simple resolvers look for a field by its name in the graph,
 * which `databaseId` does not share with its property.
 */
const resolveIds = (schema: GraphQLSchema): void => {
  for (const [idType, { types }] of Object.entries(NODE_KINDS)) {
    for (const name of types) {
      const type = schema.getType(name);
      if (!isObjectType(type)) throw new Error(`the schema has no type ${name}`);
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
 * graphql-js calls functions and awaits promises that it finds as values, graphql-jit only what resolvers answer. Rows
 * and pages hold neither, and go without; everything else gets the resolver that graphql-js would use.
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
  if (!isInterfaceType(type)) throw new Error(`the schema has no interface ${name}`);
  return type;
};
