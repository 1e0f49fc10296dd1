import { ArgsType, Field } from 'type-graphql';
import type { BucketUnit } from '../../schedule/time-buckets.js';
import type { TrafficRange } from '../../services/traffic/traffic-service.js';
import { TrafficBucketEnum } from '../enums/traffic-bucket-enum.js';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';
import { TimeZoneScalar } from '../scalars/time-zone-scalar.js';

@ArgsType()
export class TrafficArgs {
  @Field(() => DateTimeScalar, { description: 'From the bucket that this moment is in.' })
  from!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Up to the last bucket that begins before this; now if left out.',
  })
  to?: Date | null;

  @Field(() => TrafficBucketEnum, { description: 'In which steps.' })
  bucket!: BucketUnit;

  @Field(() => TimeZoneScalar, { defaultValue: 'UTC', description: 'By whose clock hours and days begin.' })
  timeZone!: string;

  static toRange({ from, to, bucket, timeZone }: TrafficArgs): TrafficRange {
    return { from, to: to ?? null, bucket, timeZone };
  }
}
