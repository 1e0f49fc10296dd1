import { Field, Float, InputType, ObjectType } from 'type-graphql';
import type { BestHour } from '../../ports/best-hour.js';

const FROM = 'The first minute in which messages may leave, as `HH:MM` by the clock of the device.';
const TO =
  'The first minute that is too late, as `HH:MM`; on the next day unless it is later than `from`. Equal times allow the whole day.';
const CONTROL = 'This share of users gets the messages at the configured time, for comparison: 0 to 0.5.';

@ObjectType('BestHour', {
  simpleResolvers: true,
  description: 'Each message waits for the hour in which its user is most active.',
})
export class BestHourType {
  @Field(() => String, { description: FROM })
  readonly from!: string;

  @Field(() => String, { description: TO })
  readonly to!: string;

  @Field(() => Float, { description: CONTROL })
  readonly controlShare!: number;
}

@InputType({ description: 'Each message waits for the hour in which its user is most active.' })
export class BestHourInput {
  @Field(() => String, { nullable: true, description: `${FROM} \`00:00\` if omitted.` })
  from?: string | null;

  @Field(() => String, { nullable: true, description: `${TO} \`00:00\` if omitted.` })
  to?: string | null;

  @Field(() => Float, { nullable: true, description: `${CONTROL} 0.1 if omitted.` })
  controlShare?: number | null;
}

/** Copies the fields, because inputs have prototypes of their own and columns store plain objects. */
export const toBestHour = (input: BestHourInput | null): BestHour | null =>
  input && { from: input.from ?? '00:00', to: input.to ?? '00:00', controlShare: input.controlShare ?? 0.1 };
