import { Arg, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { Node } from '../../schema/node.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { StreamedEvent } from '../../services/pubsub/event-stream.js';
import type { FeedEvent, FeedEventType } from '../../services/pubsub/feed-event.js';

export const DeliveryEventTypeEnum = defineMappedEnum('DeliveryEventType', 'The type of an event.', {
  RUN_STARTED: ['run.started', 'A run has started.'],
  RUN_PROGRESS: [
    'run.progress',
    'The counts of a run have changed. Sent at most 4 times a second per run, and not stored for `after`.',
  ],
  RUN_PAUSED: ['run.paused', 'A user has paused a run.'],
  RUN_RESUMED: ['run.resumed', 'A run continues after a pause, or an ended hour of auto-push has new messages.'],
  RUN_FINISHED: ['run.finished', 'Every message of a run has a final outcome.'],
  RUN_CANCELLED: ['run.cancelled', 'A run was stopped before it was finished; see `Run.statusMessage`.'],
  RUN_MISSED: ['run.missed', 'A run sent nothing because the service was down when it was due.'],
  APP_PAUSED: ['app.paused', 'The provider refuses a whole application; see `App.pauseReason`.'],
  APP_RESUMED: ['app.resumed', 'A paused application sends again.'],
  DEVICE_RETIRED: [
    'device.retired',
    'A device was retired by its provider, its SDK or you; see `Device.retirementReason`.',
  ],
}) satisfies Record<string, FeedEventType>;

@ObjectType({
  description: 'An event of one of your runs, applications or devices.',
  simpleResolvers: true,
})
export class DeliveryEvent {
  @Field(() => ID, {
    description: 'Opaque id, unique for each event. Pass the last one as `after` to continue from there.',
  })
  readonly eventId!: string;

  @Field(() => DateTimeScalar, { description: 'When it happened.' })
  readonly occurredAt!: Date;

  @Field(() => DeliveryEventTypeEnum, { description: 'Type of the event.' })
  readonly type!: FeedEvent['type'];

  /** Identifies the `node`. */
  readonly event!: FeedEvent;
}

interface DeliveryEventsArgs {
  readonly after?: string | null;
  readonly types?: readonly FeedEventType[] | null;
}

/** Streams contain only the caller's own events. */
@Resolver(() => DeliveryEvent)
export class EventSubscriptions {
  @Subscription(() => DeliveryEvent, {
    description:
      'Events of your runs, applications and devices, in order. Events are stored for 7 days: with `after`, the stream ' +
      'first repeats the later ones, then continues live without gaps or duplicates. Errors: RESYNC_REQUIRED if `after` ' +
      'is no longer stored; SUBSCRIPTION_OVERFLOW if the client reads too slowly, which can then resume with `after`.',
    subscribe: ({ args, context }: { args: DeliveryEventsArgs; context: GraphContext }) => watchEvents(context, args),
  })
  deliveryEvents(
    @Root() { eventId, event }: StreamedEvent,
    @Ctx() context: GraphContext,
    @Arg('after', () => ID, {
      nullable: true,
      description: 'The `eventId` of the last event received. Only new events if omitted.',
    })
    _after?: string,
    @Arg('types', () => [DeliveryEventTypeEnum], { nullable: true, description: 'Types of events; all if omitted.' })
    _types?: FeedEventType[],
  ): DeliveryEvent {
    // The subscribers of one event belong to one user, so they share its loaders.
    context.shareLoaders(event);
    return { eventId, occurredAt: event.occurredAt, type: event.type, event };
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description: 'The run, application or device in its current state; null if it has since been deleted.',
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
