import { GraphQLCountryCode } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import { TrueScalar } from '../scalars/true-scalar.js';
import { OneOf } from './one-of.js';

@OneOf()
@InputType({ description: 'Which countries.' })
export class CountriesFilterInput {
  @Field(() => TrueScalar, { nullable: true, description: 'All countries.' })
  all?: true;

  @Field(() => [GraphQLCountryCode], { nullable: true, description: 'Only these.' })
  include?: string[];

  @Field(() => [GraphQLCountryCode], { nullable: true, description: 'All but these.' })
  exclude?: string[];
}
