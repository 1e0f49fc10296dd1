import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const requireTrue = (value: unknown): true => {
  if (value === true) return true;
  throw new GraphQLError('True must be true; to choose otherwise, give another field of the same input.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
};

/** A choice that needs no further word: in a `@oneOf` input a Boolean would allow `webpush: false`, which means nothing. */
export const TrueScalar = new GraphQLScalarType<true, true>({
  name: 'True',
  description: 'Always `true`: choosing the field is what counts.',
  specifiedByURL: 'https://spec.graphql.org/October2021/#sec-Boolean',
  serialize: requireTrue,
  parseValue: requireTrue,
  parseLiteral: (node) => requireTrue(node.kind === Kind.BOOLEAN ? node.value : null),
});
