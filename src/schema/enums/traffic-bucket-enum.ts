import { registerEnumType } from 'type-graphql';
import type { BucketUnit } from '../../schedule/time-buckets.js';

export const TrafficBucketEnum = { MINUTE: 'minute', HOUR: 'hour', DAY: 'day' } as const satisfies Record<
  string,
  BucketUnit
>;

registerEnumType(TrafficBucketEnum, {
  name: 'TrafficBucket',
  description: 'In which steps traffic is told.',
  valuesConfig: {
    MINUTE: { description: 'By minute, at most 1,500 of them.' },
    HOUR: { description: 'By hour, at most 1,500; an hour that a clock shows twice is two.' },
    DAY: { description: 'By day of the zone, at most 400; with 23 or 25 hours when the clocks change.' },
  },
});
