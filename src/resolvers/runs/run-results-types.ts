import { Field, Float, Int, ObjectType } from 'type-graphql';
import { CONTROL_ARM, HOLDOUT_ARM, ROLLOUT_ARM } from '../../ports/experiment.js';
import { defineEnum } from '../../schema/define-enum.js';
import { GoalType } from '../schedulers/goal-types.js';

export const ArmKindEnum = defineEnum('ArmKind', 'What the units of an arm got.', {
  VARIANT: 'A variant of the message, or the message if there are no variants.',
  CONTROL: 'Nothing: the control group of the run.',
  HOLDOUT: 'Nothing: the holdout of the account.',
  ROLLOUT: 'A message after the decision. It is not compared: it was sent later.',
});
export type ArmKind = (typeof ArmKindEnum)[keyof typeof ArmKindEnum];

const KINDS: Readonly<Record<number, ArmKind>> = {
  [CONTROL_ARM]: 'CONTROL',
  [HOLDOUT_ARM]: 'HOLDOUT',
  [ROLLOUT_ARM]: 'ROLLOUT',
};

/** Every other arm is the index of a variant. */
export const kindOfArm = (arm: number): ArmKind => KINDS[arm] ?? 'VARIANT';

const ARM = 'Number of the arm: the index of the variant, from 0; negative for arms that are no variant.';

@ObjectType({ simpleResolvers: true, description: 'A range in which the true value lies with 95 % confidence.' })
export class ConfidenceInterval {
  @Field(() => Float, { description: 'Lower limit.' })
  readonly low!: number;

  @Field(() => Float, { description: 'Upper limit.' })
  readonly high!: number;
}

@ObjectType({ simpleResolvers: true })
class Arm {
  @Field(() => Int, { description: ARM })
  readonly arm!: number;

  @Field(() => ArmKindEnum, { description: 'What its units got.' })
  readonly kind!: ArmKind;

  @Field(() => Int, { description: 'Number of units: users, and devices without a user.' })
  readonly units!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The units of one arm of a run, with their opt-outs and retirements.',
})
export class RunArm extends Arm {
  @Field(() => Int, {
    description:
      'Units that turned messages off within 24 hours after a message of this run, if it was their last; `optOuts` of reports.',
  })
  readonly optOuts!: number;

  @Field(() => Int, {
    description:
      'Units whose device was retired within 7 days after a message of this run, if it was its last; `retirements` of reports.',
  })
  readonly retirements!: number;

  @Field(() => Int, { description: 'The same as `optOuts`, and not `optedOut` of reports.' })
  readonly optedOut!: number;

  @Field(() => Int, { description: 'The same as `retirements`, and not `retired` of reports.' })
  readonly retired!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What an arm of a run achieved for a goal.' })
export class GoalArm extends Arm {
  @Field(() => Int, {
    description:
      "Units that converted: the event came within the goal's window after a message of this run, or after the moment at which the control group would have got it. Several runs may count the same event.",
  })
  readonly converted!: number;

  @Field(() => Float, { description: '`converted` divided by `units`.' })
  readonly rate!: number;

  @Field(() => ConfidenceInterval, { description: 'Interval of the rate (Wilson).' })
  readonly interval!: ConfidenceInterval;

  @Field(() => Float, { description: 'Sum of the values of all events of units that converted.' })
  readonly convertedValue!: number;

  @Field(() => Int, {
    description:
      'Events that are attributed to this run and no other: it had the last click, or else the last message.',
  })
  readonly attributed!: number;

  @Field(() => Float, { description: 'Sum of the values of attributed events.' })
  readonly attributedValue!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The difference between the rates of two arms.' })
export class ArmComparison {
  @Field(() => Int, { description: ARM })
  readonly arm!: number;

  @Field(() => Int, { description: 'Number of the arm that it is compared with.' })
  readonly other!: number;

  @Field(() => Float, { description: 'The rate of `arm` minus the rate of `other`.' })
  readonly difference!: number;

  @Field(() => ConfidenceInterval, { description: 'Interval of the difference (Newcombe).' })
  readonly interval!: ConfidenceInterval;

  @Field(() => Float, { description: 'Two-proportion z-test, adjusted by Holm if there are more than two arms.' })
  readonly pValue!: number;

  @Field(() => Boolean, { description: 'The p-value is below 0.05 and the interval excludes 0.' })
  readonly isSignificant!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'Whether the arms got the intended shares of units.' })
export class RunSampleRatio {
  @Field(() => Float, { description: 'Chi-square test.' })
  readonly pValue!: number;

  @Field(() => Boolean, { description: 'The p-value is below 0.001: do not trust the results, there is no winner.' })
  readonly isMismatch!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'What a run achieved for a goal.' })
export class RunGoal {
  @Field(() => GoalType, { description: 'The goal, as it was when the run began.' })
  readonly goal!: GoalType;

  @Field(() => [GoalArm], { description: 'The arms: variants first.' })
  readonly arms!: readonly GoalArm[];

  @Field(() => [ArmComparison], { description: 'Every pair of arms that were chosen at random.' })
  readonly comparisons!: readonly ArmComparison[];
}

@ObjectType({ simpleResolvers: true, description: 'How many units an experiment needs.' })
export class ExperimentSize {
  @Field(() => Int, { description: 'Units for each arm.' })
  readonly unitsPerArm!: number;

  @Field(() => Float, { description: 'Units for all arms.' })
  readonly units!: number;
}
