import { Field, Int, ObjectType } from 'type-graphql';
import { groupBy } from '../../collections.js';
import type { OutcomeName } from '../../entities/outcome.js';
import type { ProviderName } from '../../providers/sender.js';
import type { Loaders } from '../../schema/loaders/create-loaders.js';
import { LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type { OutcomeSum } from '../../services/runs/run-parts-queries.js';
import type { RunCount } from '../../services/runs/run-query-service.js';
import { AppType, PushProviderEnum } from '../apps/app-types.js';
import { OutcomeEnum } from '../deliveries/delivery-types.js';
import { PushType } from '../pushes/push-types.js';

@ObjectType({
  description: 'Messages by what became of them. One message is one push to one device.',
  simpleResolvers: true,
})
export class RunCounts {
  @Field(() => Int, {
    description: 'All messages that have an outcome so far, those that wait for another try included.',
  })
  readonly total!: number;

  @Field(() => Int, { description: 'The provider took them.' })
  readonly sent!: number;

  @Field(() => Int, { description: 'Refused for good.' })
  readonly failed!: number;

  @Field(() => Int, { description: 'The token was dead; the devices are retired.' })
  readonly invalidToken!: number;

  @Field(() => Int, { description: 'They wait for another try.' })
  readonly retrying!: number;

  @Field(() => Int, { description: 'Their time to live ended before a try succeeded.' })
  readonly expired!: number;

  @Field(() => Int, { description: 'The run was cancelled before they were sent.' })
  readonly cancelled!: number;
}

@ObjectType({ description: 'Messages of one application in a run.', simpleResolvers: true })
export class AppCounts {
  @Field(() => Int, { description: 'The REST id of the application, also of one that has been deleted since.' })
  readonly appDatabaseId!: number;

  @Field(() => AppType, { nullable: true, description: 'The application; null if it has been deleted since.' })
  readonly app!: unknown;

  @Field(() => RunCounts, { description: 'Its messages by outcome.' })
  readonly counts!: RunCounts;
}

@ObjectType({ description: 'Messages of one provider in a run.', simpleResolvers: true })
export class ProviderCounts {
  @Field(() => PushProviderEnum, {
    nullable: true,
    description: 'The provider; null for messages of applications that have been deleted since.',
  })
  readonly provider!: ProviderName | null;

  @Field(() => RunCounts, { description: 'Its messages by outcome.' })
  readonly counts!: RunCounts;
}

@ObjectType({ description: 'Messages in one language in a run.', simpleResolvers: true })
export class LanguageCounts {
  @Field(() => LanguageTagScalar, { description: 'The language of the translation that was sent.' })
  readonly language!: string;

  @Field(() => RunCounts, { description: 'Its messages by outcome.' })
  readonly counts!: RunCounts;
}

@ObjectType({ description: 'Messages of one push in a run.', simpleResolvers: true })
export class PushCounts {
  @Field(() => Int, { description: 'The REST id of the push, also of one that has been deleted since.' })
  readonly pushDatabaseId!: number;

  @Field(() => PushType, { nullable: true, description: 'The push; null if it has been deleted since.' })
  readonly push!: unknown;

  @Field(() => RunCounts, { description: 'Its messages by outcome.' })
  readonly counts!: RunCounts;
}

@ObjectType({ description: 'Messages with one outcome in a run.', simpleResolvers: true })
export class OutcomeCount {
  @Field(() => OutcomeEnum, { description: 'What became of them.' })
  readonly outcome!: OutcomeName;

  @Field(() => Int, { description: 'How many.' })
  readonly count!: number;
}

@ObjectType({
  description: 'What devices have said of the messages of a run. Not every platform lets them.',
  simpleResolvers: true,
})
export class ReceiptCounts {
  @Field(() => Int, { description: 'Messages that devices have got.' })
  readonly delivered!: number;

  @Field(() => Int, { description: 'Messages that users have clicked.' })
  readonly clicked!: number;
}

/** One reading of the counts, seen from four sides; pushes are read only if asked for. */
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

  @Field(() => [PushCounts], { description: 'By push.' })
  readonly byPush!: unknown;

  @Field(() => [OutcomeCount], { description: 'By outcome.' })
  readonly byOutcome!: readonly OutcomeCount[];
}

/** Groups of messages summed by outcome. */
export const countMessages = (counts: readonly OutcomeSum[]): RunCounts => {
  const sum = (...outcomes: readonly RunCount['outcome'][]): number =>
    counts.reduce((total, { outcome, count }) => (outcomes.includes(outcome) ? total + count : total), 0);
  return {
    total: counts.reduce((total, { count }) => total + count, 0),
    sent: sum('sent'),
    failed: sum('failed'),
    invalidToken: sum('invalid_token'),
    retrying: sum('retrying'),
    expired: sum('expired'),
    cancelled: sum('cancelled'),
  };
};

/** The same, for each value of one of their properties, in the order in which the values first come. */
export const countMessagesBy = <K, C extends OutcomeSum>(
  counts: readonly C[],
  keyOf: (count: C) => K,
): { key: K; counts: RunCounts }[] =>
  [...groupBy(counts, keyOf)].map(([key, group]) => ({ key, counts: countMessages(group) }));

interface Counted {
  readonly runId: number;
  readonly counts: readonly RunCount[];
}

export const toBreakdown = ({ runId, counts }: Counted, loaders: Loaders): RunBreakdown => ({
  byProvider: countMessagesBy(counts, ({ provider }) => provider).map((group) => ({
    provider: group.key,
    counts: group.counts,
  })),
  byApp: countMessagesBy(counts, ({ appId }) => appId).map((group) => ({
    appDatabaseId: group.key,
    app: () => loaders.apps.load(group.key),
    counts: group.counts,
  })),
  byLanguage: countMessagesBy(counts, ({ language }) => language).map((group) => ({
    language: group.key,
    counts: group.counts,
  })),
  byPush: async () =>
    countMessagesBy(await loaders.pushTotals.load(runId), ({ pushId }) => pushId).map((group) => ({
      pushDatabaseId: group.key,
      push: () => loaders.pushes.load(group.key),
      counts: group.counts,
    })),
  byOutcome: countMessagesBy(counts, ({ outcome }) => outcome).map((group) => ({
    outcome: group.key,
    count: group.counts.total,
  })),
});
