import { Field, ObjectType } from 'type-graphql';
import { AppCounts } from './app-counts.js';
import { LanguageCounts } from './language-counts.js';
import { OutcomeCount } from './outcome-count.js';
import { ProviderCounts } from './provider-counts.js';

/** One reading of the counts, seen from four sides. */
@ObjectType({
  description: 'The messages of a run from several sides. Groups without messages are left out.',
  simpleResolvers: true,
})
export class RunBreakdown {
  @Field(() => [ProviderCounts], { description: 'By provider.' })
  readonly byProvider!: readonly ProviderCounts[];

  @Field(() => [AppCounts], { description: 'By application.' })
  readonly byApp!: readonly AppCounts[];

  @Field(() => [LanguageCounts], { description: 'By language of the translation.' })
  readonly byLanguage!: readonly LanguageCounts[];

  @Field(() => [OutcomeCount], { description: 'By outcome.' })
  readonly byOutcome!: readonly OutcomeCount[];
}
