import { Field, ObjectType } from 'type-graphql';
import { Device } from '../../entities/device.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { Push } from '../../entities/push.js';
import { Run } from '../../entities/run.js';
import type { TraceOutcome, TraceStepName, TraceVerdict } from '../../services/deliveries/trace-step.js';
import { OutcomeEnum } from '../enums/outcome-enum.js';
import { TraceOutcomeEnum, TraceStepEnum, TraceVerdictEnum } from '../enums/trace-enums.js';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

@ObjectType({ description: 'One thing that decided, or is worth knowing.', simpleResolvers: true })
export class DeliveryTraceStep {
  @Field(() => TraceStepEnum, { description: 'What was asked.' })
  readonly step!: TraceStepName;

  @Field(() => TraceVerdictEnum, { description: 'What it came to.' })
  readonly verdict!: TraceVerdict;

  @Field(() => String, { description: 'One sentence for people.' })
  readonly message!: string;

  @Field(() => Boolean, {
    description: 'Judged by what is known of the device now, which may have changed since the run.',
  })
  readonly asOfNow!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it happened, or will; null where no time matters.',
  })
  readonly at!: Date | null;

  @Field(() => Push, {
    nullable: true,
    description: 'The push that it is about; null: it is about all, or the push has been deleted since.',
  })
  readonly push!: unknown;

  @Field(() => OutcomeEnum, { nullable: true, description: 'Of a try: what became of the message.' })
  readonly outcome!: OutcomeName | null;

  @Field(() => String, { nullable: true, description: "The provider's answer, or ours." })
  readonly reason!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What to do about it; null where nothing is to be done, or known.',
  })
  readonly advice!: string | null;
}

@ObjectType({
  description: 'Why a device got the messages of a run, or did not, step by step in the order in which it is decided.',
  simpleResolvers: true,
})
export class DeliveryTrace {
  @Field(() => Device, { description: 'The device.' })
  readonly device!: unknown;

  @Field(() => Run, { description: 'The run.' })
  readonly run!: unknown;

  @Field(() => TraceOutcomeEnum, { description: 'What it comes to.' })
  readonly outcome!: TraceOutcome;

  @Field(() => String, { description: 'One sentence that says why.' })
  readonly summary!: string;

  @Field(() => [DeliveryTraceStep], { description: 'The steps.' })
  readonly steps!: readonly DeliveryTraceStep[];
}
