import { readFile } from 'node:fs/promises';
import type { GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { listResolvers } from './list-resolvers.js';

/**
 * Our schema's text with handwritten resolvers, so that the rivals' schema is equally large. The benchmark runs in the
 * repository root.
 */
export const createListSchema = async (): Promise<GraphQLSchema> =>
  createSchema({
    typeDefs: await readFile('schema.graphql', 'utf8'),
    resolvers: listResolvers as never,
    resolverValidationOptions: { requireResolversForResolveType: 'ignore' },
  });
