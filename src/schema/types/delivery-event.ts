import { Field, ID, ObjectType } from 'type-graphql';
import type { FeedEvent, FeedEventType } from '../../services/pubsub/feed-event.js';
import { DeliveryEventTypeEnum } from '../enums/delivery-event-type-enum.js';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

@ObjectType({
  description: 'Something that happened to one of your runs, applications or devices.',
  simpleResolvers: true,
})
export class DeliveryEvent {
  @Field(() => ID, {
    description: 'Opaque, and different for each event. Give the last one as `after` to go on from there.',
  })
  readonly eventId!: string;

  @Field(() => DateTimeScalar, { description: 'When it happened.' })
  readonly occurredAt!: Date;

  @Field(() => DeliveryEventTypeEnum, { description: 'What happened.' })
  readonly type!: FeedEventType;

  /** What its `node` is found by. */
  readonly event!: FeedEvent;
}
