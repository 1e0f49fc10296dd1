import { Field, InputType } from 'type-graphql';
import { CountryCodeScalar } from '../scalars/country-code-scalar.js';
import { TrueScalar } from '../scalars/true-scalar.js';
import { OneOf } from './one-of.js';

@OneOf()
@InputType({ description: 'Which countries.' })
export class CountriesFilterInput {
  @Field(() => TrueScalar, { nullable: true, description: 'All countries.' })
  all?: true;

  @Field(() => [CountryCodeScalar], { nullable: true, description: 'Only these.' })
  include?: string[];

  @Field(() => [CountryCodeScalar], { nullable: true, description: 'All but these.' })
  exclude?: string[];
}
