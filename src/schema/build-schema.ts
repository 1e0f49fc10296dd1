import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema as buildTypeGraphqlSchema, type PubSub } from 'type-graphql';
import { finishSchema } from './finish-schema.js';
import { RESOLVERS } from './resolvers.js';
import { thinResolvers } from './thin-resolvers.js';
import { AutoPushScheduler } from './types/auto-push-scheduler.js';
import { OneTimeScheduler } from './types/one-time-scheduler.js';
import { WeeklyScheduler } from './types/weekly-scheduler.js';

/** The executable schema. It takes a while: build it once. */
export const buildSchema = async (): Promise<GraphQLSchema> => {
  const instances = new Map<unknown, unknown>(RESOLVERS.map((Resolver) => [Resolver, new Resolver()]));
  const schema = await buildTypeGraphqlSchema({
    resolvers: [...RESOLVERS],
    container: { get: (Resolver) => instances.get(Resolver) },
    orphanedTypes: [AutoPushScheduler, OneTimeScheduler, WeeklyScheduler],
    pubSub: unusedPubSub,
    // Types are checked by graphql-js, rules by the services.
    validate: false,
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
