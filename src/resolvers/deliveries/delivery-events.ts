import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  ObjectType,
  Resolver,
  Root,
  registerEnumType,
  Subscription,
} from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { Node } from '../../schema/node.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { StreamedEvent } from '../../services/pubsub/event-stream.js';
import type { FeedEvent, FeedEventType } from '../../services/pubsub/feed-event.js';

export const DeliveryEventTypeEnum = {
  RUN_STARTED: 'run.started',
  RUN_PROGRESS: 'run.progress',
  RUN_PAUSED: 'run.paused',
  RUN_RESUMED: 'run.resumed',
  RUN_FINISHED: 'run.finished',
  RUN_CANCELLED: 'run.cancelled',
  RUN_MISSED: 'run.missed',
  APP_PAUSED: 'app.paused',
  APP_RESUMED: 'app.resumed',
  DEVICE_RETIRED: 'device.retired',
} as const satisfies Record<string, FeedEventType>;

registerEnumType(DeliveryEventTypeEnum, {
  name: 'DeliveryEventType',
  description: 'What happened to a run, an application or a device.',
  valuesConfig: {
    RUN_STARTED: { description: 'A run has begun.' },
    RUN_PROGRESS: {
      description: 'The counts of a run have changed; at most 4 times a second for each run. Not kept for `after`.',
    },
    RUN_PAUSED: { description: 'A user has paused a run.' },
    RUN_RESUMED: { description: 'A run goes on: after a pause, or an hour of auto-push that had been over.' },
    RUN_FINISHED: { description: 'Every message of a run has its outcome.' },
    RUN_CANCELLED: { description: 'A run was stopped before it was through; see `Run.statusMessage`.' },
    RUN_MISSED: { description: 'The service was down at the moment of a run; nothing was sent.' },
    APP_PAUSED: { description: 'The provider refuses an application as a whole; see `App.pauseReason`.' },
    APP_RESUMED: { description: 'An application that was paused sends again.' },
    DEVICE_RETIRED: {
      description:
        'A device was retired: its token is dead, its SDK unregistered it, or you retired it; see `Device.retirementReason`.',
    },
  },
});

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

interface DeliveryEventsArgs {
  readonly after?: string | null;
  readonly types?: readonly FeedEventType[] | null;
}

/** What happens to the caller's things. Only the caller's own are in the stream that is opened. */
@Resolver(() => DeliveryEvent)
export class EventSubscriptions {
  @Subscription(() => DeliveryEvent, {
    description:
      'What happens to your runs, applications and devices, in order. Events are kept for 7 days: with `after` it begins with ' +
      'what happened since then, and goes live without a gap or a double; RESYNC_REQUIRED if that is no longer kept. ' +
      'A subscriber who reads too slowly gets SUBSCRIPTION_OVERFLOW, and may come back with `after`.',
    subscribe: ({ args, context }: { args: DeliveryEventsArgs; context: GraphContext }) => watchEvents(context, args),
  })
  deliveryEvents(
    @Root() { eventId, event }: StreamedEvent,
    @Ctx() context: GraphContext,
    @Arg('after', () => ID, {
      nullable: true,
      description: 'The `eventId` of the last event that you got; without it, only what happens from now on.',
    })
    _after?: string,
    @Arg('types', () => [DeliveryEventTypeEnum], { nullable: true, description: 'Only these; all without it.' })
    _types?: FeedEventType[],
  ): DeliveryEvent {
    // All who hear of it read what it is about together, once: they are the same user.
    context.shareLoaders(event);
    return { eventId, occurredAt: event.occurredAt, type: event.type, event };
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description: 'The run, the application or the device as it is now; null if it has been deleted since.',
  })
  node(@Root() { event }: DeliveryEvent, @Ctx() context: GraphContext): Promise<object | null> {
    const { runs, apps, devices } = context.loaders;
    if (event.type.startsWith('run.')) return runs.load(event.subjectId);
    return event.type.startsWith('app.') ? apps.load(event.subjectId) : devices.load(event.subjectId);
  }
}

const watchEvents = async (
  context: GraphContext,
  { after = null, types = null }: DeliveryEventsArgs,
): Promise<AsyncIterable<StreamedEvent>> => {
  context.require('read');
  return context.status.watchEvents(context.caller, { after, types });
};
