import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

/** The whole graph as SDL, sorted, as it is kept in `schema.graphql`. */
export const printGraphqlSchema = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
