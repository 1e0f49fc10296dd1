import { Field, ObjectType } from 'type-graphql';
import { LanguageTagScalar } from '../scalars/language-tag-scalar.js';

@ObjectType({
  description: 'Which languages a scheduler reaches. `pt` reaches `pt-BR`, and `pt-BR` only itself.',
  simpleResolvers: true,
})
export class SelectedLanguages {
  @Field(() => Boolean, { description: 'All languages, except those in `exclude`.' })
  readonly all!: boolean;

  @Field(() => [LanguageTagScalar], { description: 'Only these; empty means no such filter.' })
  readonly include!: readonly string[];

  @Field(() => [LanguageTagScalar], { description: 'All but these.' })
  readonly exclude!: readonly string[];
}
