import { Field, InputType } from 'type-graphql';
import { LanguageTagScalar } from '../scalars/language-tag-scalar.js';

@InputType({ description: 'Which languages. `pt` reaches `pt-BR`, and `pt-BR` only itself.' })
export class LanguagesFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'All languages, except those in `exclude`; left out: true if there are any in it.',
  })
  all?: boolean | null;

  @Field(() => [LanguageTagScalar], { nullable: true, description: 'Only these; empty means no such filter.' })
  include?: string[] | null;

  @Field(() => [LanguageTagScalar], { nullable: true, description: 'All but these.' })
  exclude?: string[] | null;
}
