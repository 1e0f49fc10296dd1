import { GraphQLError } from 'graphql';

/** The limits of one operation, over HTTP and WebSocket alike. */
export const LIMITS = {
  /** Lexical tokens of the document, without comments. */
  tokens: 2_000,
  depth: 12,
  /** Fields with all fragments expanded. The introspection query of GraphiQL has about 200. */
  fields: 500,
  aliases: 50,
  directives: 50,
  /** `__schema` fields of a document, each of which can return the whole schema. */
  schemas: 1,
  /** A field costs 1 plus its subfields, times the length of a list: roughly the number of values in the answer. */
  cost: 20_000,
  /** The limit for one event of a subscription, which can occur four times a second. */
  costOfEvent: 1_000,
} as const;

/** Names the actual size and the limit, so that the client can split the operation. */
export const limitError = (what: string, { actual, max }: { actual: number; max: number }): GraphQLError =>
  new GraphQLError(`This operation has ${what} ${actual}, and the limit is ${max}. Request less at once.`, {
    extensions: { code: 'LIMIT_EXCEEDED' },
  });
