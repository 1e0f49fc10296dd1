import { Arg, Ctx, FieldResolver, ID, Resolver, Root, Subscription } from 'type-graphql';
import { GraphContext } from '../schema/context.js';
import { DeliveryEventTypeEnum } from '../schema/enums/delivery-event-type-enum.js';
import { DeliveryEvent } from '../schema/types/delivery-event.js';
import { Node } from '../schema/types/node.js';
import type { StreamedEvent } from '../services/pubsub/event-stream.js';
import type { FeedEventType } from '../services/pubsub/feed-event.js';

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
