import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { CustomEvent } from '../../entities/custom-event.js';
import { DeviceEvent } from '../../entities/device-event.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { eventListeners, eventUses, schedulerListing } from '../schedulers/scheduler-listing.js';
import { CustomEventType, customEventListing, DeviceEventType } from './event-types.js';

@Resolver(() => CustomEventType)
export class CustomEventResolver {
  @Reads<CustomEvent>('status')
  @FieldResolver(() => Boolean, { description: 'True if active. Inactive events are not recorded and start nothing.' })
  active(@Root() { status }: CustomEvent): boolean {
    return status === 1;
  }

  @Reads<CustomEvent>('userId')
  @FieldResolver(() => Boolean, {
    description: 'True for a built-in event, which is available to every account and read-only.',
  })
  system(@Root() { userId }: CustomEvent): boolean {
    return userId === null;
  }

  @Reads<CustomEvent>('userId', 'createdAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the event was created; null for built-in events.',
  })
  createdAt(@Root() { userId, createdAt }: CustomEvent): Date | null {
    return userId === null ? null : createdAt;
  }
}

addNodeQuery(CustomEventResolver, 'customEvent', {
  type: 'CustomEvent',
  noun: 'custom or built-in event',
  output: () => CustomEventType,
});

customEventListing.addQuery(CustomEventResolver, 'customEvents', {
  description: 'Your custom events and the built-in ones.',
  parentColumn: 'viewer_id',
});

schedulerListing.addField<CustomEvent>(CustomEventResolver, 'listeners', {
  description: 'The auto-push schedulers that this event starts.',
  parentColumn: 'event_id',
  listing: eventListeners,
});

schedulerListing.addField<CustomEvent>(CustomEventResolver, 'schedulers', {
  description: 'The schedulers whose filters include or exclude this event.',
  parentColumn: 'event_id',
  listing: eventUses,
});

@Resolver(() => DeviceEventType)
export class DeviceEventResolver {
  @FieldResolver(() => CustomEventType, {
    nullable: true,
    description: 'The event; null if it has since been deleted.',
  })
  event(@Root() { eventId }: DeviceEvent, @Ctx() context: GraphContext): Promise<CustomEvent | null> {
    return context.loaders.customEvents.load(eventId);
  }
}
