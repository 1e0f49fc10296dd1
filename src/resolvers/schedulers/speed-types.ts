import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type { Speed } from '../../ports/speed.js';

const MAX = 'Maximum number of messages of a run within any 60 seconds, 1 to 10,000,000; null for no maximum.';
const START = 'Messages per minute at the start of a run, 1 to 10,000,000.';
const FACTOR = 'The speed is multiplied by this number at each step, 1.01 to 100.';
const EVERY = 'Seconds between two steps, 1 to 86,400.';
const SHARE = 'The run pauses if more than this share of the outcomes are failures, 0 to 1.';
const AFTER = 'Minimum number of outcomes to judge, 1 to 10,000,000.';
const WINDOW = 'Seconds to look back, 1 to 86,400.';
const RAMP = 'Starts slowly and grows until `maxPerMinute`; null for full speed from the start.';
const STOP =
  'Pauses a run while too many of its messages fail or have invalid tokens; null for never. Not for auto-push.';

@ObjectType('SpeedRamp', { description: 'A speed that grows in steps.', simpleResolvers: true })
export class SpeedRampType {
  @Field(() => Int, { description: START })
  readonly start!: number;

  @Field(() => Float, { description: FACTOR })
  readonly factor!: number;

  @Field(() => Int, { description: EVERY })
  readonly every!: number;
}

@ObjectType('StopOnTrouble', { description: 'When a run pauses because of failures.', simpleResolvers: true })
export class StopOnTroubleType {
  @Field(() => Float, { description: SHARE })
  readonly share!: number;

  @Field(() => Int, { description: AFTER })
  readonly after!: number;

  @Field(() => Int, { description: WINDOW })
  readonly window!: number;
}

@ObjectType('Speed', { description: 'How fast each run sends.', simpleResolvers: true })
export class SpeedType {
  @Field(() => Int, { nullable: true, description: MAX })
  readonly maxPerMinute!: number | null;

  @Field(() => SpeedRampType, { nullable: true, description: RAMP })
  readonly ramp!: SpeedRampType | null;

  @Field(() => StopOnTroubleType, { nullable: true, description: STOP })
  readonly stopOnTrouble!: StopOnTroubleType | null;
}

@InputType({ description: 'A speed that grows in steps.' })
export class SpeedRampInput {
  @Field(() => Int, { description: START })
  start!: number;

  @Field(() => Float, { description: FACTOR })
  factor!: number;

  @Field(() => Int, { description: EVERY })
  every!: number;
}

@InputType({ description: 'When a run pauses because of failures.' })
export class StopOnTroubleInput {
  @Field(() => Float, { description: SHARE })
  share!: number;

  @Field(() => Int, { description: AFTER })
  after!: number;

  @Field(() => Int, { description: WINDOW })
  window!: number;
}

@InputType({ description: 'How fast each run sends. At least one field is required.' })
export class SpeedInput {
  @Field(() => Int, { nullable: true, description: MAX })
  maxPerMinute?: number | null;

  @Field(() => SpeedRampInput, { nullable: true, description: RAMP })
  ramp?: SpeedRampInput | null;

  @Field(() => StopOnTroubleInput, { nullable: true, description: STOP })
  stopOnTrouble?: StopOnTroubleInput | null;
}

/** Copies the fields: inputs have prototypes of their own, and columns store plain objects. */
export const toSpeed = (input: SpeedInput | null | undefined): Speed | null => {
  if (!input) return null;
  const { maxPerMinute, ramp, stopOnTrouble } = input;
  return {
    maxPerMinute: maxPerMinute ?? null,
    ramp: ramp ? { start: ramp.start, factor: ramp.factor, every: ramp.every } : null,
    stopOnTrouble: stopOnTrouble
      ? { share: stopOnTrouble.share, after: stopOnTrouble.after, window: stopOnTrouble.window }
      : null,
  };
};
