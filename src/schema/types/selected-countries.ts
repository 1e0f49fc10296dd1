import { Field, ObjectType } from 'type-graphql';
import { CountryCodeScalar } from '../scalars/country-code-scalar.js';

@ObjectType({
  description: 'Which countries a scheduler reaches. Without `include` and `exclude` devices of any country.',
  simpleResolvers: true,
})
export class SelectedCountries {
  @Field(() => Boolean, { description: 'All countries, except those in `exclude`.' })
  readonly all!: boolean;

  @Field(() => [CountryCodeScalar], { description: 'Only these; empty means no such filter.' })
  readonly include!: readonly string[];

  @Field(() => [CountryCodeScalar], { description: 'All but these.' })
  readonly exclude!: readonly string[];
}
