import { GraphQLScalarType } from 'graphql';
import { GraphQLCountryCode } from 'graphql-scalars';

export const CountryCodeScalar = new GraphQLScalarType({
  ...GraphQLCountryCode.toConfig(),
  description: 'A country as its two letters of ISO 3166-1, such as `DE`. Case is free.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
});
