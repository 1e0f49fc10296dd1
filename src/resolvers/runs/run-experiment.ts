import { Arg, Ctx, Field, FieldResolver, Float, ID, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { type Run, type WinnerReason } from '../../entities/run.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { defineEnum } from '../../schema/define-enum.js';
import { requireDatabaseId } from '../../schema/global-id.js';
import { targetId } from '../../schema/mutations/answer.js';
import { IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { PushType } from '../pushes/push-types.js';
import { ExperimentMetricEnum, WinnerRuleEnum } from '../schedulers/experiment-types.js';
import { countMessages, ReceiptCounts, RunCounts } from './run-counts.js';
import { RUNS } from './run-mutations.js';
import { RunType } from './run-types.js';

const WinnerReasonEnum = defineEnum('WinnerReason', 'Why a variant won, or why none did.', {
  BEST: 'It was proven to be better than each other variant.',
  CHOSEN: '`runWinnerChoose` named it.',
  ONLY_VARIANT: 'There is only one variant.',
  NOT_WANTED: 'No decision: the winner rule of the experiment is NONE.',
  NO_CLEAR_WINNER: 'None: no variant was proven to be better than each other.',
  SAMPLE_RATIO_MISMATCH:
    'None: the variants were sent so unequally that something other than chance must have decided.',
} satisfies Record<WinnerReason, string>);

@ObjectType({ description: 'An experiment as it was when its run began.', simpleResolvers: true })
export class RunExperiment {
  @Field(() => Float, { description: 'The share of users who get nothing, for comparison.' })
  readonly controlShare!: number;

  @Field(() => Float, { description: 'The share of the other users who got their variant at once.' })
  readonly testShare!: number;

  @Field(() => ExperimentMetricEnum, { description: 'The metric that decides the winner.' })
  readonly metric!: string;

  @Field(() => WinnerRuleEnum, { description: 'How the winner is chosen.' })
  readonly winner!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the decision is due; null if never.' })
  readonly decideAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was made; null if it has not been.' })
  readonly decidedAt!: Date | null;

  @Field(() => WinnerReasonEnum, {
    nullable: true,
    description: 'Why a variant won, or why none did; null if undecided.',
  })
  readonly reason!: WinnerReason | null;

  @Field(() => Int, { description: 'Number of messages that the control group would have got.' })
  readonly controlled!: unknown;
}

@ObjectType({ description: 'A push that an experiment compares with others.', simpleResolvers: true })
export class RunVariant {
  @Field(() => Int, { description: 'Its position in the sending order, from 1.' })
  readonly number!: number;

  @Field(() => Int, { description: 'Numeric id of the push, even if it has since been deleted.' })
  readonly pushDatabaseId!: number;

  @Field(() => PushType, { nullable: true, description: 'The push; null if it has since been deleted.' })
  readonly push!: unknown;

  @Field(() => Int, { description: 'How often it is chosen, compared with the weights of the others.' })
  readonly weight!: number;

  @Field(() => Boolean, { description: 'True if it won.' })
  readonly isWinner!: boolean;

  @Field(() => RunCounts, {
    description:
      'Its messages, to tested users and after the decision to the rest. Messages that wait for the decision count for the first variant.',
  })
  readonly counts!: unknown;

  @Field(() => ReceiptCounts, { description: 'Receipts for its messages while the history of the run is complete.' })
  readonly receiptCounts!: unknown;
}

@Resolver(() => RunType)
export class RunExperimentResolver {
  @Reads<Run>('id', 'experiment', 'decidedAt', 'winnerReason')
  @FieldResolver(() => RunExperiment, {
    nullable: true,
    description: 'Its experiment; null if every device gets every push.',
  })
  experiment(@Root() run: Run, @Ctx() { loaders }: GraphContext): RunExperiment | null {
    const { experiment, decidedAt, winnerReason: reason, id } = run;
    if (!experiment) return null;
    const { controlShare, testShare, metric, winner, decideAt } = experiment;
    const at = decideAt === null ? null : new Date(decideAt);
    return {
      controlShare,
      testShare,
      metric,
      winner,
      decideAt: at,
      decidedAt,
      reason,
      controlled: () => countControl(loaders, id),
    };
  }

  @Reads<Run>('id', 'experiment', 'winner')
  @FieldResolver(() => [RunVariant], {
    description: 'The pushes of its experiment, in the order of sending; empty without one.',
  })
  variants(@Root() { id, experiment, winner }: Run, @Ctx() { loaders }: GraphContext): RunVariant[] {
    return (experiment?.variants ?? []).map(({ pushId, weight }, index) => ({
      number: index + 1,
      pushDatabaseId: pushId,
      push: () => loaders.pushes.load(pushId),
      weight,
      isWinner: winner === index,
      counts: async () => countMessages((await totalsOf(loaders, id)).filter((total) => total.pushId === pushId)),
      receiptCounts: async () => (await loaders.pushReceipts.load(id)).get(pushId) ?? NO_RECEIPTS,
    }));
  }

  @Mutation(() => RUNS.Payload, {
    description:
      'Chooses the winner of an undecided experiment, for all of its runs. The rest get it at once, and later runs send it to everybody but the control group. Requires the scope SEND. Idempotent.',
  })
  runWinnerChoose(
    @Ctx() context: GraphContext,
    @IdArg('run') globalId: string,
    @Arg('pushId', () => ID, { description: 'Global id of a push of the experiment.' }) pushId: string,
    @IdempotencyKey('Any text of up to 255 characters. Repeating the key within 24 hours changes nothing more.')
    key?: string | null,
  ) {
    return RUNS.create(context, { key, request: ['runWinnerChoose', globalId, pushId] }, async () => {
      const id = targetId({ type: 'Run', noun: 'run', globalId });
      await context.services.winnerChoice.choose(context.caller, id, requireDatabaseId('Push', pushId, 'pushId'));
      return { id };
    });
  }
}

type Loaders = GraphContext['loaders'];

const NO_RECEIPTS = { delivered: 0, clicked: 0, dismissed: 0 };

/** Ghosts are counted under the first push, although they get none. */
const totalsOf = async (loaders: Loaders, runId: number) =>
  (await loaders.pushTotals.load(runId)).filter(({ outcome }) => outcome !== 'CONTROL' && outcome !== 'HOLDOUT');

const countControl = async (loaders: Loaders, runId: number): Promise<number> =>
  (await loaders.runCounts.load(runId))
    .filter(({ outcome }) => outcome === 'CONTROL')
    .reduce((sum, { count }) => sum + count, 0);
