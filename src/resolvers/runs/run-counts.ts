import { Field, Int, ObjectType } from 'type-graphql';
import { groupBy } from '../../collections.js';
import { HELD, type OutcomeName } from '../../entities/outcome.js';
import type { ProviderName } from '../../providers/sender.js';
import type { Loaders } from '../../schema/loaders/create-loaders.js';
import { LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type { OutcomeSum } from '../../services/runs/run-parts-queries.js';
import type { RunCount } from '../../services/runs/run-query-service.js';
import { AppType, PushProviderEnum } from '../apps/app-types.js';
import { OutcomeEnum } from '../deliveries/delivery-types.js';
import { PushType } from '../pushes/push-types.js';

@ObjectType({
  description: 'Number of messages by outcome. A message is one push to one device.',
  simpleResolvers: true,
})
export class RunCounts {
  @Field(() => Int, {
    description: 'Messages with any outcome, including messages that wait.',
  })
  readonly total!: number;

  @Field(() => Int, { description: 'Messages that the provider accepted.' })
  readonly sent!: number;

  @Field(() => Int, { description: 'Messages that the provider refused permanently.' })
  readonly failed!: number;

  @Field(() => Int, { description: 'Messages to devices with an invalid token. The devices have been retired.' })
  readonly invalidToken!: number;

  @Field(() => Int, { description: 'Messages that await a retry.' })
  readonly retrying!: number;

  @Field(() => Int, { description: 'Messages that a rule holds. Each is judged again when its wait ends.' })
  readonly held!: number;

  @Field(() => Int, { description: 'Messages whose time to live ended before an attempt succeeded.' })
  readonly expired!: number;

  @Field(() => Int, { description: 'Messages that were not sent because the run was cancelled.' })
  readonly cancelled!: number;
}

@ObjectType({ description: 'The messages of a run for one application.', simpleResolvers: true })
export class AppCounts {
  @Field(() => Int, { description: 'Numeric id of the application, even if it has since been deleted.' })
  readonly appDatabaseId!: number;

  @Field(() => AppType, { nullable: true, description: 'The application; null if it has since been deleted.' })
  readonly app!: unknown;

  @Field(() => RunCounts, { description: 'Number of messages by outcome.' })
  readonly counts!: RunCounts;
}

@ObjectType({ description: 'The messages of a run through one provider.', simpleResolvers: true })
export class ProviderCounts {
  @Field(() => PushProviderEnum, {
    nullable: true,
    description: 'The provider; null for applications that have since been deleted.',
  })
  readonly provider!: ProviderName | null;

  @Field(() => RunCounts, { description: 'Number of messages by outcome.' })
  readonly counts!: RunCounts;
}

@ObjectType({ description: 'The messages of a run in one language.', simpleResolvers: true })
export class LanguageCounts {
  @Field(() => LanguageTagScalar, { description: 'Language of the translation.' })
  readonly language!: string;

  @Field(() => RunCounts, { description: 'Number of messages by outcome.' })
  readonly counts!: RunCounts;
}

@ObjectType({ description: 'The messages of a run with one push.', simpleResolvers: true })
export class PushCounts {
  @Field(() => Int, {
    description:
      'Numeric id of the push, even if it has since been deleted; 0 for a message that is not stored as a push.',
  })
  readonly pushDatabaseId!: number;

  @Field(() => PushType, {
    nullable: true,
    description: 'The push; null if it has since been deleted, or the message is not stored as a push.',
  })
  readonly push!: unknown;

  @Field(() => RunCounts, { description: 'Number of messages by outcome.' })
  readonly counts!: RunCounts;
}

@ObjectType({ description: 'The messages of a run with one outcome.', simpleResolvers: true })
export class OutcomeCount {
  @Field(() => OutcomeEnum, { description: 'Outcome.' })
  readonly outcome!: OutcomeName;

  @Field(() => Int, { description: 'Number of messages.' })
  readonly count!: number;
}

@ObjectType({
  description: 'Number of receipts for the messages of a run. Not every platform reports them.',
  simpleResolvers: true,
})
export class ReceiptCounts {
  @Field(() => Int, { description: 'Messages that devices received.' })
  readonly delivered!: number;

  @Field(() => Int, { description: 'Messages that users clicked.' })
  readonly clicked!: number;

  @Field(() => Int, { description: 'Messages that users closed without a click. Only browsers report this.' })
  readonly dismissed!: number;
}

/** Groups one reading of the counts in several ways; pushes are read only when requested. */
@ObjectType({
  description: 'The messages of a run, grouped in several ways. Groups without messages are omitted.',
  simpleResolvers: true,
})
export class RunBreakdown {
  @Field(() => [ProviderCounts], { description: 'Messages by provider.' })
  readonly byProvider!: readonly ProviderCounts[];

  @Field(() => [AppCounts], { description: 'Messages by application.' })
  readonly byApp!: readonly AppCounts[];

  @Field(() => [LanguageCounts], { description: 'Messages by language of the translation.' })
  readonly byLanguage!: readonly LanguageCounts[];

  @Field(() => [PushCounts], { description: 'Messages by push.' })
  readonly byPush!: unknown;

  @Field(() => [OutcomeCount], { description: 'Messages by outcome.' })
  readonly byOutcome!: readonly OutcomeCount[];
}

/** Sums groups of messages by outcome. */
export const countMessages = (counts: readonly OutcomeSum[]): RunCounts => {
  const sum = (...outcomes: readonly RunCount['outcome'][]): number =>
    counts.reduce((total, { outcome, count }) => (outcomes.includes(outcome) ? total + count : total), 0);
  const waiting = waitingOf(sum('retrying'), sum('held'));
  return {
    total: counts.reduce((total, { count }) => total + count, 0),
    sent: sum('sent'),
    failed: sum('failed'),
    invalidToken: sum('invalid_token'),
    ...waiting,
    expired: sum('expired'),
    cancelled: sum('cancelled'),
  };
};

/** A process of an earlier release counts a held message that it ends as one that leaves `retrying`. */
const waitingOf = (retrying: number, held: number) => ({
  retrying: Math.max(0, retrying),
  held: held + Math.min(0, retrying),
});

/** Returns sums by outcome for each value of a property, in the order of first occurrence. */
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
  byOutcome: countOutcomes(counts),
});

const countOutcomes = (counts: readonly RunCount[]): readonly OutcomeCount[] => {
  const { retrying, held } = countMessages(counts);
  const waiting = new Map<OutcomeName, number>([
    ['retrying', retrying],
    [HELD, held],
  ]);
  return countMessagesBy(counts, ({ outcome }) => outcome)
    .map(({ key: outcome, counts: { total } }) => ({ outcome, count: waiting.get(outcome) ?? total }))
    .filter(({ count }) => count > 0);
};
