import { Field, InputType } from 'type-graphql';
import { LanguageTagScalar } from '../scalars/language-tag-scalar.js';
import { TrueScalar } from '../scalars/true-scalar.js';
import { OneOf } from './one-of.js';

@OneOf()
@InputType({ description: 'Which languages. `pt` reaches `pt-BR`, and `pt-BR` only itself.' })
export class LanguagesFilterInput {
  @Field(() => TrueScalar, { nullable: true, description: 'All languages.' })
  all?: true;

  @Field(() => [LanguageTagScalar], { nullable: true, description: 'Only these.' })
  include?: string[];

  @Field(() => [LanguageTagScalar], { nullable: true, description: 'All but these.' })
  exclude?: string[];
}
