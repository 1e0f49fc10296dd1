import { Field, InputType } from 'type-graphql';
import { DelayScalar } from '../scalars/delay-scalar.js';
import { AudienceInput } from './audience-input.js';
import { WeeklyTimesInput } from './weekly-times-input.js';
import { ZoneInput } from './zone-input.js';

@InputType({ description: 'A scheduler that sends every week; an update replaces all of it.' })
export class WeeklySchedulerInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AudienceInput, { description: 'Which devices.' })
  audience!: AudienceInput;

  @Field(() => [WeeklyTimesInput], { description: 'When; at least one, and no moment twice.' })
  times!: WeeklyTimesInput[];

  @Field(() => ZoneInput, { nullable: true, description: 'By whose clock; left out: UTC.' })
  zone?: ZoneInput | null;

  @Field(() => DelayScalar, {
    nullable: true,
    description:
      "How late a moment may still be sent after the service was down, at most 7 days; left out: the service's default.",
  })
  gracePeriod?: string | null;
}
