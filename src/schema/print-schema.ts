import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema } from './build-schema.js';

/** The whole graph as SDL, sorted, as it is kept in `schema.graphql`. */
export const printGraphqlSchema = async (): Promise<string> =>
  `${printSchema(lexicographicSortSchema(await buildSchema()))}\n`;
