import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { type Experiment, type ExperimentMetric, type WinnerRule } from '../../ports/experiment.js';
import { defineEnum } from '../../schema/define-enum.js';

export const ExperimentMetricEnum = defineEnum('ExperimentMetric', 'The metric that decides the winner.', {
  CLICKED: 'The share of users who clicked the message.',
  CONVERTED: 'The share of users who reached the first goal of the scheduler before the decision.',
} satisfies Record<ExperimentMetric, string>);

export const WinnerRuleEnum = defineEnum('WinnerRule', 'How the winner of an experiment is chosen.', {
  BEST: 'The variant that is proven to be better than each other; none if no variant is.',
  NONE: 'No variant, unless `runWinnerChoose` names one.',
} satisfies Record<WinnerRule, string>);

const CONTROL = 'This share of users gets nothing, for comparison: 0 to 0.5.';
const TESTED =
  'The share of the other users who get their variant at once: above 0, at most 1. The rest wait for the decision. Always 1 for auto-push.';
const DECIDED =
  'Seconds from the first run to the decision, 60 to 2,592,000. Null: no decision, which needs `testShare` 1 and `winner` NONE. If some users wait, at most an hour less than the time to live of messages.';
const DESCRIPTION =
  'Each user gets one of the active pushes of the scheduler, its variants, instead of all. `Push.weight` says how often each is chosen.';

@ObjectType('Experiment', { simpleResolvers: true, description: DESCRIPTION })
export class ExperimentType {
  @Field(() => Float, { description: CONTROL })
  readonly controlShare!: number;

  @Field(() => Float, { description: TESTED })
  readonly testShare!: number;

  @Field(() => Int, { nullable: true, description: DECIDED })
  readonly decideAfter!: number | null;

  @Field(() => ExperimentMetricEnum, { description: 'The metric that decides the winner.' })
  readonly metric!: ExperimentMetric;

  @Field(() => WinnerRuleEnum, { description: 'How the winner is chosen.' })
  readonly winner!: WinnerRule;
}

@InputType({ description: DESCRIPTION })
export class ExperimentInput {
  @Field(() => Float, { nullable: true, description: `${CONTROL} 0 if omitted.` })
  controlShare?: number | null;

  @Field(() => Float, { nullable: true, description: `${TESTED} 1 if omitted.` })
  testShare?: number | null;

  @Field(() => Int, { nullable: true, description: DECIDED })
  decideAfter?: number | null;

  @Field(() => ExperimentMetricEnum, {
    nullable: true,
    description: 'The metric that decides the winner; CLICKED if omitted.',
  })
  metric?: ExperimentMetric | null;

  @Field(() => WinnerRuleEnum, { nullable: true, description: 'How the winner is chosen; NONE if omitted.' })
  winner?: WinnerRule | null;
}

/** Copies the fields, because inputs have prototypes of their own and columns store plain objects. */
export const toExperiment = (input: ExperimentInput | null): Experiment | null =>
  input && {
    controlShare: input.controlShare ?? 0,
    testShare: input.testShare ?? 1,
    decideAfter: input.decideAfter ?? null,
    metric: input.metric ?? 'CLICKED',
    winner: input.winner ?? 'NONE',
  };
