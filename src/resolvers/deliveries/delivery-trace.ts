import { Arg, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { FILTERS, type FilterName } from '../../audience/filters/index.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { AppError } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { defineEnum, defineMappedEnum } from '../../schema/define-enum.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { DateTimeScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';
import {
  describeCode,
  TRACE_CODES,
  type TraceCode,
  type TraceValues,
} from '../../services/deliveries/trace-sentences.js';
import type { TraceOutcome, TraceStep, TraceStepName, TraceVerdict } from '../../services/deliveries/trace-step.js';
import { DeviceType } from '../devices/device-types.js';
import { PushType } from '../pushes/push-types.js';
import { RunType } from '../runs/run-types.js';
import { OutcomeEnum } from './delivery-types.js';
import { ReasonCodeField } from './reason-code.js';

/** The names in GraphQL are these in capitals. */
const OWN_STEPS = {
  run: 'The status of the run.',
  registration: 'The registration of the device, which must precede the run.',
  trigger: 'Auto-push: the event that starts the delay.',
  activity: 'The activity of the device, which must not be retired.',
  application: 'The application, which must belong to the run and accept messages.',
  target: 'The devices of a message that was sent at once. It takes the place of the filters.',
  batch: 'The batch with the device, and its progress.',
  variant: 'The variant of the user, if the run has an experiment.',
  translation: 'The language of the push.',
  try: 'An attempt to send, with the response of the provider.',
  receipt: 'A receipt from the device.',
  history: 'The history was deleted after its retention.',
} as const satisfies Record<Exclude<TraceStepName, FilterName>, string>;

const TraceStepEnum = defineMappedEnum(
  'DeliveryTraceStepKind',
  'A step that decides whether a device gets the messages of a run.',
  Object.fromEntries([
    ...Object.entries(OWN_STEPS).map(([step, about]) => [step.toUpperCase(), [step, about]] as const),
    ...FILTERS.map(({ name, step }) => [step.name, [name, step.inTrace]] as const),
  ]),
);

export const TraceVerdictEnum = defineMappedEnum('DeliveryTraceVerdict', 'The verdict of a step.', {
  PASSED: ['passed', 'The message passes.'],
  STOPPED: ['stopped', 'The message stops here.'],
  WAITING: ['waiting', 'The message is waiting and may still be sent.'],
  NOTE: ['note', 'Additional information without effect on the message.'],
}) satisfies Record<string, TraceVerdict>;

export const TraceOutcomeEnum = defineMappedEnum('DeliveryTraceOutcome', 'The result of a trace.', {
  SENT: ['sent', 'The provider accepted at least one message for the device.'],
  WAITING: ['waiting', 'Nothing has been sent yet, but a message is waiting.'],
  FAILED: ['failed', 'Every attempt failed.'],
  NOT_SENT: ['not_sent', 'No attempt was made.'],
  UNKNOWN: ['unknown', 'Unknown, because the history was deleted after its retention.'],
}) satisfies Record<string, TraceOutcome>;

const TraceCodeEnum = defineEnum(
  'DeliveryTraceCode',
  'Machine-readable message of a step.',
  Object.fromEntries(TRACE_CODES.map((code) => [code, describeCode(code)])),
);

@ObjectType({ description: 'A step of a trace.', simpleResolvers: true })
export class DeliveryTraceStep {
  @Field(() => TraceStepEnum, { description: 'Kind of the step.' })
  readonly step!: TraceStepName;

  @Field(() => TraceVerdictEnum, { description: 'Verdict of the step.' })
  readonly verdict!: TraceVerdict;

  @Field(() => TraceCodeEnum, { description: 'Machine-readable message.' })
  readonly code!: TraceCode;

  @Field(() => JSONObjectScalar, {
    description: 'The values in `message`, for translating it by `code`. Values whose names end in `At` are instants.',
  })
  readonly values!: TraceValues;

  @Field(() => String, { description: 'One sentence for people, in English.' })
  readonly message!: string;

  @Field(() => Boolean, {
    description:
      'True if the step was judged by the current state of the device, which may have changed since the run.',
  })
  readonly asOfNow!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it happened or will happen; null if no time applies.',
  })
  readonly at!: Date | null;

  @Field(() => PushType, {
    nullable: true,
    description: 'The push; null if the step concerns every push, or the push has since been deleted.',
  })
  readonly push!: unknown;

  @Field(() => OutcomeEnum, { nullable: true, description: 'Outcome of the message, for an attempt; otherwise null.' })
  readonly outcome!: OutcomeName | null;

  @Field(() => String, {
    nullable: true,
    description: "Response of the provider, or the service's own reason; null without either.",
  })
  readonly reason!: string | null;

  @ReasonCodeField()
  readonly reasonCode!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'How to resolve it; null if no action is needed or known.',
  })
  readonly advice!: string | null;
}

@ObjectType({
  description: 'Why a device did or did not get the messages of a run, step by step in the order of the decisions.',
  simpleResolvers: true,
})
export class DeliveryTrace {
  @Field(() => DeviceType, { description: 'The device.' })
  readonly device!: unknown;

  @Field(() => RunType, { description: 'The run.' })
  readonly run!: unknown;

  @Field(() => TraceOutcomeEnum, { description: 'Result.' })
  readonly outcome!: TraceOutcome;

  @Field(() => String, { description: 'The reason in one sentence.' })
  readonly summary!: string;

  @Field(() => DeliveryTraceStep, {
    nullable: true,
    description: 'The decisive step; null if every step passes now and nothing was recorded.',
  })
  readonly decidedBy!: DeliveryTraceStep | null;

  @Field(() => [DeliveryTraceStep], { description: 'The steps.' })
  readonly steps!: readonly DeliveryTraceStep[];
}

@Resolver()
export class DeliveryTraceResolver {
  @Costly(200)
  @Query(() => DeliveryTrace, {
    nullable: true,
    description:
      'Explains why a device did or did not get the messages of a run; null if you have no such device or run. Filters are judged by the current state of the device.',
  })
  async deliveryTrace(
    @Ctx() context: GraphContext,
    @Arg('deviceId', () => ID, { description: 'Global id of the device.' }) deviceId: string,
    @Arg('runId', () => ID, { description: 'Global id of the run.' }) runId: string,
  ): Promise<DeliveryTrace | null> {
    context.require('read');
    const [device, run] = [databaseIdOf('Device', deviceId), databaseIdOf('Run', runId)];
    if (device === null || run === null) return null;
    const trace = await orNull(context.services.deliveryTrace.trace(context.caller, device, run));
    if (!trace) return null;
    const { devices, runs, pushes } = context.loaders;
    const withPush = (step: TraceStep) => ({
      ...step,
      push: () => (step.pushId === null ? null : pushes.load(step.pushId)),
    });
    return {
      ...trace,
      device: () => devices.load(device),
      run: () => runs.load(run),
      decidedBy: trace.decidedBy && withPush(trace.decidedBy),
      steps: trace.steps.map(withPush),
    };
  }
}

const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
};
