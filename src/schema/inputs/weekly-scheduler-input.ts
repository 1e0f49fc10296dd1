import { Field, InputType } from 'type-graphql';
import { DelayScalar } from '../scalars/delay-scalar.js';
import { TimeZoneScalar } from '../scalars/time-zone-scalar.js';
import { AudienceInput } from './audience-input.js';
import { WeeklyTimesInput } from './weekly-times-input.js';

@InputType({ description: 'A scheduler that sends every week; an update replaces all of it.' })
export class WeeklySchedulerInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AudienceInput, { description: 'Which devices.' })
  audience!: AudienceInput;

  @Field(() => [WeeklyTimesInput], { description: 'When; at least one, and no moment twice.' })
  times!: WeeklyTimesInput[];

  @Field(() => Boolean, {
    nullable: true,
    description: "By each device's own clock; a device without a zone counts as UTC.",
  })
  localTime?: boolean | null;

  @Field(() => TimeZoneScalar, {
    nullable: true,
    description: 'By this clock, not together with `localTime`; without both it is UTC.',
  })
  timeZone?: string | null;

  @Field(() => DelayScalar, {
    nullable: true,
    description:
      "How late a moment may still be sent after the service was down, at most 7 days; left out: the service's default.",
  })
  gracePeriod?: string | null;
}
