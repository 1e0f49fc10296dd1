import { Field, InputType } from 'type-graphql';
import { CountryCodeScalar } from '../scalars/country-code-scalar.js';

@InputType({ description: 'Which countries. Without `include` and `exclude` devices of any country.' })
export class CountriesFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'All countries, except those in `exclude`; left out: true if there are any in it.',
  })
  all?: boolean | null;

  @Field(() => [CountryCodeScalar], { nullable: true, description: 'Only these; empty means no such filter.' })
  include?: string[] | null;

  @Field(() => [CountryCodeScalar], { nullable: true, description: 'All but these.' })
  exclude?: string[] | null;
}
