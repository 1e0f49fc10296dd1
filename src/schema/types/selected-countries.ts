import { GraphQLCountryCode } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'Which countries a scheduler reaches. Without `include` and `exclude` devices of any country.',
  simpleResolvers: true,
})
export class SelectedCountries {
  @Field(() => Boolean, { description: 'All countries, except those in `exclude`.' })
  readonly all!: boolean;

  @Field(() => [GraphQLCountryCode], { description: 'Only these; empty means no such filter.' })
  readonly include!: readonly string[];

  @Field(() => [GraphQLCountryCode], { description: 'All but these.' })
  readonly exclude!: readonly string[];
}
