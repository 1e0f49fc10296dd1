import { GraphQLScalarType } from 'graphql';
import { GraphQLLocalTime } from 'graphql-scalars';

export const LocalTimeScalar = new GraphQLScalarType({
  ...GraphQLLocalTime.toConfig(),
  description: 'A time of day as a clock shows it, of 24 hours, such as `09:30`. Seconds, if given, are zero.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#times',
});
