import { Arg, Ctx, FieldResolver, Float, Int, Query, Resolver, Root } from 'type-graphql';
import type { Run } from '../../entities/run.js';
import { badInput } from '../../errors.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { toArmResults, toGoalResults, toSampleRatio } from '../../services/conversions/run-results.js';
import { unitsPerArm } from '../../statistics/experiment-size.js';
import { ExperimentSize, kindOfArm, RunArm, RunGoal, RunSampleRatio } from './run-results-types.js';
import { RunType } from './run-types.js';

const MAX_ARMS = 10;
/** Larger sizes would not fit into Int, and no fleet has as many users. */
const MAX_UNITS = 2_000_000_000;

/** The results of a run: its goals by arm. */
@Resolver(() => RunType)
export class RunResultsResolver {
  @Reads<Run>('id', 'goals', 'experiment')
  @FieldResolver(() => [RunGoal], { description: 'What it achieved for each of its goals; empty without goals.' })
  async goals(@Root() run: Run, @Ctx() { loaders }: GraphContext): Promise<readonly RunGoal[]> {
    if (!run.goals) return [];
    const sums = (await loaders.runArms.load(run.id)) ?? [];
    return toGoalResults(run, sums).map(({ goal, arms, comparisons }) => ({
      goal,
      arms: arms.map((arm) => ({ ...arm, kind: kindOfArm(arm.arm) })),
      comparisons,
    }));
  }

  @Reads<Run>('id')
  @FieldResolver(() => [RunArm], {
    description: 'Its units by arm, with opt-outs and retirements; empty without goals, experiment or holdout.',
  })
  async arms(@Root() { id }: Run, @Ctx() { loaders }: GraphContext): Promise<readonly RunArm[]> {
    const sums = (await loaders.runArms.load(id)) ?? [];
    return toArmResults(sums).map((arm) => {
      return { ...arm, kind: kindOfArm(arm.arm), optedOut: arm.optOuts, retired: arm.retirements };
    });
  }

  @Reads<Run>('id', 'experiment', 'winner', 'decidedAt', 'dueAt', 'createdAt')
  @FieldResolver(() => RunSampleRatio, {
    nullable: true,
    description:
      'Whether its arms got the intended shares of units; null without an experiment, and if the winner was decided before the run.',
  })
  async sampleRatio(@Root() run: Run, @Ctx() { loaders }: GraphContext): Promise<RunSampleRatio | null> {
    return run.experiment ? toSampleRatio(run, (await loaders.runArms.load(run.id)) ?? []) : null;
  }

  @Query(() => ExperimentSize, {
    description:
      'How many units an experiment needs to find a difference in 80 % of cases, with 5 % false winners. Reads nothing.',
  })
  experimentSize(
    @Ctx() context: GraphContext,
    @Arg('baseline', () => Float, { description: 'The rate without the change: above 0 and below 1.' })
    baseline: number,
    @Arg('lift', () => Float, {
      description: 'The smallest relative improvement to find: 0.1 turns a rate of 5 % into 5.5 %.',
    })
    lift: number,
    @Arg('arms', () => Int, { defaultValue: 2, description: 'Number of arms, with the control group: 2 to 10.' })
    arms: number,
  ): ExperimentSize {
    context.require('read');
    if (!(baseline > 0 && baseline < 1)) throw badInput('baseline', '`baseline` must be above 0 and below 1.');
    if (!(lift > 0)) throw badInput('lift', '`lift` must be above 0.');
    if (!(arms >= 2 && arms <= MAX_ARMS)) throw badInput('arms', `\`arms\` must be 2 to ${MAX_ARMS}.`);
    const perArm = unitsPerArm({ baseline, lift, arms });
    if (perArm === null) throw badInput('lift', '`lift` is too large: the improved rate would exceed 100 %.');
    if (perArm > MAX_UNITS) throw badInput('lift', '`lift` is too small: no audience is large enough to find it.');
    return { unitsPerArm: perArm, units: perArm * arms };
  }
}
