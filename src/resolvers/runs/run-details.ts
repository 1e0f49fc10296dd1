import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { OutcomeName } from '../../entities/outcome.js';
import { Run, type RunStatus } from '../../entities/run.js';
import { badInput } from '../../errors.js';
import type { ProviderName } from '../../providers/sender.js';
import { durationOf, rateAt } from '../../schedule/speed.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { LongList } from '../../schema/limits/costly.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { expectedTotal } from '../../services/runs/run-details.js';
import { PushProviderEnum } from '../apps/app-types.js';
import { OutcomeEnum } from '../deliveries/delivery-types.js';
import { ReasonCodeField } from '../deliveries/reason-code.js';
import { countMessages } from './run-counts.js';
import { RunType } from './run-types.js';

@ObjectType({ description: 'The messages of a run that did not arrive for one reason.', simpleResolvers: true })
export class FailureReasonCount {
  @Field(() => String, {
    description: "Response of the provider, or the service's own reason. Never contains a secret.",
  })
  readonly reason!: string;

  @ReasonCodeField()
  readonly reasonCode!: string | null;

  @Field(() => OutcomeEnum, { description: 'Outcome.' })
  readonly outcome!: OutcomeName;

  @Field(() => PushProviderEnum, { description: 'Provider of the application at that time.' })
  readonly provider!: ProviderName;

  @Field(() => Int, { description: 'Number of messages.' })
  readonly count!: number;

  @Field(() => String, {
    nullable: true,
    description: 'How to resolve it; null if no action helps or is needed.',
  })
  readonly advice!: string | null;
}

@ObjectType({
  description: 'The messages of a run that await a retry or are held, for one reason.',
  simpleResolvers: true,
})
export class WaitingReasonCount {
  @Field(() => String, {
    description: "Latest response of the provider, or the service's own reason. Never contains a secret.",
  })
  readonly reason!: string;

  @ReasonCodeField()
  readonly reasonCode!: string | null;

  @Field(() => PushProviderEnum, { description: 'Provider of the application.' })
  readonly provider!: ProviderName;

  @Field(() => Int, {
    description:
      'Number of messages. Only the first 20,000 waiting messages of a run are counted, or fewer in a list of runs.',
  })
  readonly count!: number;

  @Field(() => DateTimeScalar, {
    description: 'Earliest time of the next retry, or of the next judgement of a held message.',
  })
  readonly nextTryAt!: Date;

  @Field(() => DateTimeScalar, {
    description: 'Latest time of the next retries, or of the next judgements of held messages.',
  })
  readonly lastTryAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'How to resolve it; null if no action helps or is needed.',
  })
  readonly advice!: string | null;
}

@ObjectType({ description: 'The outcomes of a run in one interval.', simpleResolvers: true })
export class RunTimelinePoint {
  @Field(() => DateTimeScalar, { description: 'Start of the interval.' })
  readonly from!: Date;

  @Field(() => DateTimeScalar, { description: 'End of the interval, which is the start of the next.' })
  readonly to!: Date;

  @Field(() => Int, { description: 'Messages that providers accepted.' })
  readonly sent!: number;

  @Field(() => Int, { description: 'Messages that failed permanently, expired, or had an invalid token.' })
  readonly failed!: number;
}

const MAX_REASONS = 100;
const MAX_POINTS = 500;

/** The progress of a run: its rate, its remaining time and the reasons of failures. */
@Resolver(() => RunType)
export class RunDetailsResolver {
  @Reads<Run>('id')
  @FieldResolver(() => [FailureReasonCount], {
    description:
      'The reasons why messages did not arrive, most frequent first. They are kept when the history is deleted.',
  })
  async failuresByReason(
    @Root() { id }: Run,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { defaultValue: 10, description: 'Maximum number of reasons, 1 to 100.' }) first: number,
  ): Promise<FailureReasonCount[]> {
    requireSize('first', first, MAX_REASONS);
    return (await context.loaders.runFailureReasons.load(id)).slice(0, first);
  }

  @Reads<Run>('id')
  @FieldResolver(() => [WaitingReasonCount], {
    description:
      'The reasons why messages await a retry or are held, most frequent first. See `failuresByReason` for final failures.',
  })
  async waitingByReason(
    @Root() { id }: Run,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { defaultValue: 10, description: 'Maximum number of reasons, 1 to 100.' }) first: number,
  ): Promise<readonly WaitingReasonCount[]> {
    requireSize('first', first, MAX_REASONS);
    return (await context.loaders.runWaitingReasons.load(id)).slice(0, first);
  }

  @Reads<Run>('id')
  @LongList(MAX_POINTS)
  @FieldResolver(() => [RunTimelinePoint], {
    description:
      'The outcomes over time, in intervals of equal length of at least 5 seconds. Empty if nothing was sent, if the history was deleted, and for old runs, which have no timeline.',
  })
  async timeline(
    @Root() { id }: Run,
    @Ctx() context: GraphContext,
    @Arg('points', () => Int, { defaultValue: 60, description: 'Maximum number of intervals, 1 to 500.' })
    points: number,
  ): Promise<readonly RunTimelinePoint[]> {
    requireSize('points', points, MAX_POINTS);
    return context.loaders.runTimelines.load(id, points);
  }

  @Reads<Run>('id', 'status', 'createdAt')
  @FieldResolver(() => Float, {
    nullable: true,
    description:
      'Messages per second that got an outcome in the last 10 to 15 seconds, over all workers. Null unless the run is being planned or running.',
  })
  rate(@Root() run: Run, @Ctx() context: GraphContext): Promise<number | null> {
    return context.loaders.runRates.load(run);
  }

  @Reads<Run>('id', 'status', 'speed')
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Messages per minute that its speed allows now; null for no limit, and unless it is running.',
  })
  async speedLimit(@Root() { id, status, speed }: Run, @Ctx() context: GraphContext): Promise<number | null> {
    if (speed === null || !isSending(status)) return null;
    const pace = await context.loaders.runPaces.load(id);
    return rateAt(speed, pace?.elapsedMs ?? 0);
  }

  @Reads<Run>('id', 'status', 'speed')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Set while its speed makes messages wait: when the next ones are sent. Null if none wait for it.',
  })
  async throttledUntil(@Root() { id, status, speed }: Run, @Ctx() context: GraphContext): Promise<Date | null> {
    if (speed === null || !isSending(status)) return null;
    return (await context.loaders.runPaces.load(id))?.throttledUntil ?? null;
  }

  @Reads<Run>('id', 'status', 'createdAt', 'kind', 'plannedTotal', 'speed')
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Estimated remaining time in seconds, excluding retries and held messages; null if unknown.',
  })
  async secondsLeft(@Root() run: Run, @Ctx() context: GraphContext): Promise<number | null> {
    const rate = await context.loaders.runRates.load(run);
    const total = await totalOf(run, context);
    const expected = await expectedOf(run, context);
    if (rate === null || expected === null || expected <= total) return null;
    const left = expected - total;
    const slowest = await secondsBySpeed(run, left, context);
    return rate === 0 ? slowest : Math.ceil(Math.max(left / rate, slowest ?? 0));
  }

  @Reads<Run>('id', 'status', 'kind', 'plannedTotal')
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Expected number of messages: `plannedTotal` while the run is in progress, the actual number afterwards. Null while the run is being planned, and for auto-push until its hour has ended.',
  })
  expectedTotal(@Root() run: Run, @Ctx() context: GraphContext): Promise<number | null> {
    return expectedOf(run, context);
  }

  @Reads<Run>('status', 'plannedTotal')
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Planned number of messages: one for each push and each device that the filters reached at planning. Unchanged by cancellation. Null while the run is being planned, for auto-push, and for runs of earlier releases.',
  })
  plannedTotal(@Root() { status, plannedTotal }: Run): number | null {
    return status === 'planning' ? null : plannedTotal;
  }

  @Reads<Run>('id', 'status')
  @FieldResolver(() => Boolean, {
    description:
      'False while the counts of a cancelled run still change: requests in progress complete, and waiting messages end as cancelled. True otherwise.',
  })
  async settled(@Root() run: Run, @Ctx() { loaders }: GraphContext): Promise<boolean> {
    return !(await loaders.runUnsettled.load(run));
  }

  @Reads<Run>('status', 'createdAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the run started; null for a missed run.',
  })
  startedAt(@Root() { status, createdAt }: Run): Date | null {
    return status === 'missed' ? null : createdAt;
  }
}

const isSending = (status: RunStatus): boolean => status === 'planning' || status === 'running';

const requireSize = (name: string, value: number, most: number): void => {
  if (value < 1 || value > most) throw badInput(name, `\`${name}\` must be 1 to ${most}.`);
};

/** The time that these messages take at its speed limit; null: no limit. */
const secondsBySpeed = async ({ id, speed }: Run, left: number, { loaders }: GraphContext): Promise<number | null> => {
  if (speed === null) return null;
  const pace = await loaders.runPaces.load(id);
  const ms = durationOf(speed, { messages: left + 1, unit: 1, fromMs: pace?.elapsedMs ?? 0 });
  return ms === null ? null : Math.ceil(ms / 1_000);
};

const totalOf = async ({ id }: Run, { loaders }: GraphContext): Promise<number> =>
  countMessages(await loaders.runCounts.load(id)).total;

const expectedOf = async (run: Run, context: GraphContext): Promise<number | null> =>
  expectedTotal(run, await totalOf(run, context));
