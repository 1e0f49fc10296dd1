import { GraphQLScalarType } from 'graphql';
import { GraphQLLocalDate } from 'graphql-scalars';

export const LocalDateScalar = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  description: 'A date as a calendar shows it, such as `2026-11-22`.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates',
});
