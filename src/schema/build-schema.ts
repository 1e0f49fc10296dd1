import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema as buildTypeGraphqlSchema, type NonEmptyArray, type PubSub } from 'type-graphql';
import { finishSchema } from './finish-schema.js';
import { thinResolvers } from './thin-resolvers.js';

type Class = new () => object;

export interface SchemaParts {
  /** Stateless: everything they need is in the context. */
  readonly resolvers: readonly Class[];
  /** Types that only an interface refers to. */
  readonly orphanedTypes: readonly Class[];
}

/** Builds the executable schema. This is slow: do it once. */
export const buildSchema = async ({ resolvers, orphanedTypes }: SchemaParts): Promise<GraphQLSchema> => {
  const instances = new Map<unknown, unknown>(resolvers.map((Resolver) => [Resolver, new Resolver()]));
  const schema = await buildTypeGraphqlSchema({
    resolvers: [...resolvers] as unknown as NonEmptyArray<Class>,
    container: { get: (Resolver) => instances.get(Resolver) },
    orphanedTypes: [...orphanedTypes],
    pubSub: unusedPubSub,
    // graphql-js checks types, and the services check rules.
    validate: false,
    // The check introspects the whole schema at every start; test/schema/schema.test.ts does that instead.
    skipCheck: true,
  });
  thinResolvers(schema, instances);
  return finishSchema(schema);
};

/** TypeGraphQL requires one for subscriptions; ours have their own sources of events. */
const unusedPubSub: PubSub = {
  publish: () => {
    throw new Error('Not used: see services/pubsub.');
  },
  subscribe: () => {
    throw new Error('Not used: see services/pubsub.');
  },
};

/** Prints the graph as sorted SDL, as in `schema.graphql`. */
export const printGraphqlSchema = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
