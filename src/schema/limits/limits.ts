import { GraphQLError } from 'graphql';

/** What one operation may be, over HTTP and WebSocket alike. */
export const LIMITS = {
  /** Lexical tokens of the document, comments aside. */
  tokens: 2_000,
  depth: 12,
  /** Fields with every fragment written out. The introspection query of GraphiQL has about 200. */
  fields: 500,
  aliases: 50,
  directives: 50,
  /** `__schema` fields of a document: each may answer the whole schema. */
  schemas: 1,
  /** A field costs 1 and what is below it, a list that many times: about what the answer may have of values. */
  cost: 20_000,
  /** The same of a subscription: it is carried out for each event, which may come four times a second. */
  costOfEvent: 1_000,
} as const;

/** An operation that is larger than it may be; says by how much, so that the client can split it. */
export const limitError = (what: string, { actual, max }: { actual: number; max: number }): GraphQLError =>
  new GraphQLError(`This operation has ${what} ${actual}, and ${max} is the most; ask for less at once.`, {
    extensions: { code: 'LIMIT_EXCEEDED' },
  });
