import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema as buildTypeGraphqlSchema, type NonEmptyArray, type PubSub } from 'type-graphql';
import { finishSchema } from './finish-schema.js';
import { thinResolvers } from './thin-resolvers.js';

type Class = new () => object;

export interface SchemaParts {
  /** They hold no state: what they need is in the context. */
  readonly resolvers: readonly Class[];
  /** Types that only an interface leads to. */
  readonly orphanedTypes: readonly Class[];
}

/** The executable schema. It takes a while: build it once. */
export const buildSchema = async ({ resolvers, orphanedTypes }: SchemaParts): Promise<GraphQLSchema> => {
  const instances = new Map<unknown, unknown>(resolvers.map((Resolver) => [Resolver, new Resolver()]));
  const schema = await buildTypeGraphqlSchema({
    resolvers: [...resolvers] as unknown as NonEmptyArray<Class>,
    container: { get: (Resolver) => instances.get(Resolver) },
    orphanedTypes: [...orphanedTypes],
    pubSub: unusedPubSub,
    // Types are checked by graphql-js, rules by the services.
    validate: false,
    // It would introspect the whole schema at every start; test/schema/schema.test.ts does.
    skipCheck: true,
  });
  thinResolvers(schema, instances);
  return finishSchema(schema);
};

/** TypeGraphQL asks for one as soon as there is a subscription; ours bring their own source of events. */
const unusedPubSub: PubSub = {
  publish: () => {
    throw new Error('not used: see services/pubsub');
  },
  subscribe: () => {
    throw new Error('not used: see services/pubsub');
  },
};

/** The whole graph as SDL, sorted, as it is kept in `schema.graphql`. */
export const printGraphqlSchema = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
