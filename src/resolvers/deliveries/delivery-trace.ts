import { Arg, Ctx, Field, ID, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { FILTERS, type FilterName } from '../../audience/filters/index.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { AppError } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
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
import { ReasonCodeEnum } from './reason-code.js';

/** In capitals they are GraphQL's names. */
const OWN_STEPS = {
  run: 'What became of the run itself.',
  registration: 'Whether the device was registered in time.',
  trigger: 'Of auto-push: whether an event has started the delay.',
  activity: 'Whether the device is active, or was retired.',
  application: 'Whether its application is one of the run, and may be sent to.',
  batch: 'The batch that has the device, and how far it has come.',
  translation: 'The language in which a push is shown.',
  try: 'What became of a message, with the answer of the provider.',
  receipt: 'What the device said of a message that it got.',
  history: 'What was recorded has been deleted, past its retention.',
} as const satisfies Record<Exclude<TraceStepName, FilterName>, string>;

const STEPS = [
  ...Object.entries(OWN_STEPS).map(([value, description]) => ({ name: value.toUpperCase(), value, description })),
  ...FILTERS.map(({ name, step }) => ({ name: step.name, value: name, description: step.inTrace })),
];

const TraceStepEnum = Object.fromEntries(STEPS.map(({ name, value }) => [name, value]));

registerEnumType(TraceStepEnum, {
  name: 'DeliveryTraceStepKind',
  description: 'What decides whether a device gets the messages of a run.',
  valuesConfig: Object.fromEntries(STEPS.map(({ name, description }) => [name, { description }])),
});

export const TraceVerdictEnum = {
  PASSED: 'passed',
  STOPPED: 'stopped',
  WAITING: 'waiting',
  NOTE: 'note',
} as const satisfies Record<string, TraceVerdict>;

registerEnumType(TraceVerdictEnum, {
  name: 'DeliveryTraceVerdict',
  description: 'What a step of a trace comes to.',
  valuesConfig: {
    PASSED: { description: 'It lets the message pass.' },
    STOPPED: { description: 'The message goes no further.' },
    WAITING: { description: 'The message waits, and may still come.' },
    NOTE: { description: 'Worth knowing; it decides nothing.' },
  },
});

export const TraceOutcomeEnum = {
  SENT: 'sent',
  WAITING: 'waiting',
  FAILED: 'failed',
  NOT_SENT: 'not_sent',
  UNKNOWN: 'unknown',
} as const satisfies Record<string, TraceOutcome>;

registerEnumType(TraceOutcomeEnum, {
  name: 'DeliveryTraceOutcome',
  description: 'What a trace comes to.',
  valuesConfig: {
    SENT: { description: 'The provider took at least one message for the device.' },
    WAITING: { description: 'Nothing was sent yet, and something may still be.' },
    FAILED: { description: 'It was tried, and no message got through.' },
    NOT_SENT: { description: 'No message was tried.' },
    UNKNOWN: { description: 'What was recorded has been deleted, past its retention: it may have been sent or not.' },
  },
});

const TraceCodeEnum = Object.fromEntries(TRACE_CODES.map((code) => [code, code]));

registerEnumType(TraceCodeEnum, {
  name: 'DeliveryTraceCode',
  description: 'What a step of a trace says.',
  valuesConfig: Object.fromEntries(TRACE_CODES.map((code) => [code, { description: describeCode(code) }])),
});

@ObjectType({ description: 'One thing that decided, or is worth knowing.', simpleResolvers: true })
export class DeliveryTraceStep {
  @Field(() => TraceStepEnum, { description: 'What was asked.' })
  readonly step!: TraceStepName;

  @Field(() => TraceVerdictEnum, { description: 'What it came to.' })
  readonly verdict!: TraceVerdict;

  @Field(() => TraceCodeEnum, { description: 'What it says, for programs.' })
  readonly code!: TraceCode;

  @Field(() => JSONObjectScalar, {
    description:
      'With `code`, what `message` says, for saying it in other languages. Names that end in `At` are instants.',
  })
  readonly values!: TraceValues;

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

  @Field(() => PushType, {
    nullable: true,
    description: 'The push that it is about; null: it is about all, or the push has been deleted since.',
  })
  readonly push!: unknown;

  @Field(() => OutcomeEnum, { nullable: true, description: 'Of a try: what became of the message.' })
  readonly outcome!: OutcomeName | null;

  @Field(() => String, { nullable: true, description: "The provider's answer, or ours." })
  readonly reason!: string | null;

  @Field(() => ReasonCodeEnum, {
    nullable: true,
    description: 'What the reason means; null if only the provider knows.',
  })
  readonly reasonCode!: string | null;

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
  @Field(() => DeviceType, { description: 'The device.' })
  readonly device!: unknown;

  @Field(() => RunType, { description: 'The run.' })
  readonly run!: unknown;

  @Field(() => TraceOutcomeEnum, { description: 'What it comes to.' })
  readonly outcome!: TraceOutcome;

  @Field(() => String, { description: 'One sentence that says why.' })
  readonly summary!: string;

  @Field(() => DeliveryTraceStep, {
    nullable: true,
    description: 'The step that settled it; null: each lets it pass now, and nothing was recorded.',
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
      'Why a device got the messages of a run, or did not; null if you have no such device or no such run. Filters are judged by what is known of the device now.',
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
