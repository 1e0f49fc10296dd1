import { Field, InputType } from 'type-graphql';
import { TimeZoneScalar } from '../scalars/time-zone-scalar.js';
import { TrueScalar } from '../scalars/true-scalar.js';
import { OneOf } from './one-of.js';

@OneOf()
@InputType({ description: 'By whose clock.' })
export class ZoneInput {
  @Field(() => TrueScalar, { nullable: true, description: "Each device's own; a device without a zone counts as UTC." })
  localTime?: true;

  @Field(() => TimeZoneScalar, { nullable: true, description: 'One for all devices.' })
  timeZone?: string;
}
