import { Field, InputType } from 'type-graphql';
import { DelayScalar } from '../scalars/delay-scalar.js';
import { LocalDateScalar } from '../scalars/local-date-scalar.js';
import { LocalTimeScalar } from '../scalars/local-time-scalar.js';
import { TimeZoneScalar } from '../scalars/time-zone-scalar.js';
import { AudienceInput } from './audience-input.js';

@InputType({ description: 'A scheduler that sends once; an update replaces all of it.' })
export class OneTimeSchedulerInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AudienceInput, { description: 'Which devices.' })
  audience!: AudienceInput;

  @Field(() => LocalDateScalar, { description: 'The date.' })
  date!: string;

  @Field(() => LocalTimeScalar, { description: 'The time of day, to the minute.' })
  time!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: "By each device's own clock; a device without a zone counts as UTC.",
  })
  localTime?: boolean | null;

  @Field(() => TimeZoneScalar, {
    nullable: true,
    description: 'By this clock; needed without `localTime`, and not together with it.',
  })
  timeZone?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only devices with one of these external user ids, at most 100,000; empty means no such filter. Left out, an update keeps those that it has.',
  })
  externalIds?: string[] | null;

  @Field(() => DelayScalar, {
    nullable: true,
    description:
      "How late a moment may still be sent after the service was down, at most 7 days; left out: the service's default.",
  })
  gracePeriod?: string | null;
}
