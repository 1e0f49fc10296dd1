import { Field, ObjectType } from 'type-graphql';
import { LanguageTagScalar } from '../scalars/language-tag-scalar.js';
import { RunCounts } from './run-counts.js';

@ObjectType({ description: 'Messages in one language in a run.', simpleResolvers: true })
export class LanguageCounts {
  @Field(() => LanguageTagScalar, { description: 'The language of the translation that was sent.' })
  readonly language!: string;

  @Field(() => RunCounts, { description: 'Its messages by outcome.' })
  readonly counts!: RunCounts;
}
