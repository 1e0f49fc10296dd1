import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { OutcomeName } from '../../entities/outcome.js';
import { Run } from '../../entities/run.js';
import { badInput } from '../../errors.js';
import type { ProviderName } from '../../providers/sender.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { LongList } from '../../schema/limits/costly.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { expectedTotal } from '../../services/runs/run-details.js';
import { PushProviderEnum } from '../apps/app-types.js';
import { OutcomeEnum } from '../deliveries/delivery-types.js';
import { ReasonCodeEnum } from '../deliveries/reason-code.js';
import { countMessages } from './run-counts.js';
import { RunType } from './run-types.js';

@ObjectType({ description: 'Messages of a run that did not arrive for one reason.', simpleResolvers: true })
export class FailureReasonCount {
  @Field(() => String, { description: "The provider's answer, or ours; never with a secret." })
  readonly reason!: string;

  @Field(() => ReasonCodeEnum, {
    nullable: true,
    description: 'What the reason means; null if only the provider knows.',
  })
  readonly reasonCode!: string | null;

  @Field(() => OutcomeEnum, { description: 'What became of them.' })
  readonly outcome!: OutcomeName;

  @Field(() => PushProviderEnum, { description: 'The provider of their application when it happened.' })
  readonly provider!: ProviderName;

  @Field(() => Int, { description: 'How many.' })
  readonly count!: number;

  @Field(() => String, {
    nullable: true,
    description: 'What to do; null if nothing helps, or nothing needs to be done.',
  })
  readonly advice!: string | null;
}

@ObjectType({ description: 'Messages of a run that wait for another try for one reason.', simpleResolvers: true })
export class WaitingReasonCount {
  @Field(() => String, { description: "The provider's last answer, or ours; never with a secret." })
  readonly reason!: string;

  @Field(() => ReasonCodeEnum, {
    nullable: true,
    description: 'What the reason means; null if only the provider knows.',
  })
  readonly reasonCode!: string | null;

  @Field(() => PushProviderEnum, { description: 'The provider of their application.' })
  readonly provider!: ProviderName;

  @Field(() => Int, {
    description:
      'How many. Of a run with very many waiting messages the first 20,000 are counted, in a list of runs fewer.',
  })
  readonly count!: number;

  @Field(() => DateTimeScalar, { description: 'When the first of them is tried again, at the earliest.' })
  readonly nextTryAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'What to do; null if nothing helps, or nothing needs to be done.',
  })
  readonly advice!: string | null;
}

@ObjectType({ description: 'What became of messages of a run in a stretch of time.', simpleResolvers: true })
export class RunTimelinePoint {
  @Field(() => DateTimeScalar, { description: 'When it begins.' })
  readonly from!: Date;

  @Field(() => DateTimeScalar, { description: 'When it ends: the beginning of the next.' })
  readonly to!: Date;

  @Field(() => Int, { description: 'Messages that providers took.' })
  readonly sent!: number;

  @Field(() => Int, { description: 'Messages that failed for good, expired, or met a dead token.' })
  readonly failed!: number;
}

const MAX_REASONS = 100;
const MAX_POINTS = 500;

/** How a run goes: how fast, for how long still, and why messages fail. */
@Resolver(() => RunType)
export class RunDetailsResolver {
  @Reads<Run>('id')
  @FieldResolver(() => [FailureReasonCount], {
    description:
      'Why messages did not arrive: the reasons with their numbers, the most first. They stay when the history is deleted.',
  })
  async failuresByReason(
    @Root() { id }: Run,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { defaultValue: 10, description: 'How many reasons, 1 to 100.' }) first: number,
  ): Promise<FailureReasonCount[]> {
    requireSize('first', first, MAX_REASONS);
    return (await context.loaders.runFailureReasons.load(id)).slice(0, first);
  }

  @Reads<Run>('id')
  @FieldResolver(() => [WaitingReasonCount], {
    description:
      'Why messages wait for another try: the reasons with their numbers, the most first. `failuresByReason` has those that ended.',
  })
  async waitingByReason(
    @Root() { id }: Run,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { defaultValue: 10, description: 'How many reasons, 1 to 100.' }) first: number,
  ): Promise<readonly WaitingReasonCount[]> {
    requireSize('first', first, MAX_REASONS);
    return (await context.loaders.runWaitingReasons.load(id)).slice(0, first);
  }

  @Reads<Run>('id')
  @LongList(MAX_POINTS)
  @FieldResolver(() => [RunTimelinePoint], {
    description:
      'Its outcomes over time, from the first to the last, in points of equal length of at least 5 seconds. Empty if nothing was sent, once its history is deleted, and of what was sent before there was a timeline.',
  })
  async timeline(
    @Root() { id }: Run,
    @Ctx() context: GraphContext,
    @Arg('points', () => Int, { defaultValue: 60, description: 'Into how many points at most, 1 to 500.' })
    points: number,
  ): Promise<readonly RunTimelinePoint[]> {
    requireSize('points', points, MAX_POINTS);
    return context.loaders.runTimelines.load(id, points);
  }

  @Reads<Run>('id', 'status', 'createdAt')
  @FieldResolver(() => Float, {
    nullable: true,
    description:
      'Messages a second that got their outcome in the last 10 to 15 seconds, whichever workers sent them; null unless it is being planned or running.',
  })
  rate(@Root() run: Run, @Ctx() context: GraphContext): Promise<number | null> {
    return context.loaders.runRates.load(run);
  }

  @Reads<Run>('id', 'status', 'createdAt', 'kind', 'plannedTotal')
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'How long it still takes at this rate, in seconds, what waits for another try aside; null if that is not known.',
  })
  async secondsLeft(@Root() run: Run, @Ctx() context: GraphContext): Promise<number | null> {
    const rate = await context.loaders.runRates.load(run);
    if (rate === null || rate === 0) return null;
    const total = await totalOf(run, context);
    const expected = await expectedOf(run, context);
    return expected === null || expected <= total ? null : Math.ceil((expected - total) / rate);
  }

  @Reads<Run>('id', 'status', 'kind', 'plannedTotal')
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'How many messages it will have had: `plannedTotal` while it is under way, what it has had once it is over. Null while it is being planned, and for auto-push until its hour is over.',
  })
  expectedTotal(@Root() run: Run, @Ctx() context: GraphContext): Promise<number | null> {
    return expectedOf(run, context);
  }

  @Reads<Run>('status', 'plannedTotal')
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'How many messages it was planned to send: one for each push and each device that the filters reached when it was cut into batches. It stays when the run is cancelled. Null while it is being planned, for auto-push, and for runs of earlier releases.',
  })
  plannedTotal(@Root() { status, plannedTotal }: Run): number | null {
    return status === 'planning' ? null : plannedTotal;
  }

  @Reads<Run>('id', 'status')
  @FieldResolver(() => Boolean, {
    description:
      'False while a cancelled run is still counted: requests that were on the wire get their answers, and messages that waited end as cancelled. True otherwise.',
  })
  async settled(@Root() run: Run, @Ctx() { loaders }: GraphContext): Promise<boolean> {
    return !(await loaders.runUnsettled.load(run));
  }

  @Reads<Run>('status', 'createdAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When it began to be sent; null for a run that was missed.',
  })
  startedAt(@Root() { status, createdAt }: Run): Date | null {
    return status === 'missed' ? null : createdAt;
  }
}

const requireSize = (name: string, value: number, most: number): void => {
  if (value < 1 || value > most) throw badInput(name, `\`${name}\` must be 1 to ${most}.`);
};

const totalOf = async ({ id }: Run, { loaders }: GraphContext): Promise<number> =>
  countMessages(await loaders.runCounts.load(id)).total;

const expectedOf = async (run: Run, context: GraphContext): Promise<number | null> =>
  expectedTotal(run, await totalOf(run, context));
