import { GraphQLError } from 'graphql';

/** An operation that is larger than it may be; says by how much, so that the client can split it. */
export const limitError = (what: string, { actual, max }: { actual: number; max: number }): GraphQLError =>
  new GraphQLError(`This operation has ${what} ${actual}, and ${max} is the most; ask for less at once.`, {
    extensions: { code: 'LIMIT_EXCEEDED' },
  });
