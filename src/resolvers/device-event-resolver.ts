import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { CustomEvent } from '../entities/custom-event.js';
import { DeviceEvent } from '../entities/device-event.js';
import { GraphContext } from '../schema/context.js';

@Resolver(() => DeviceEvent)
export class DeviceEventResolver {
  @FieldResolver(() => CustomEvent, { nullable: true, description: 'The event; null if it has been deleted since.' })
  event(@Root() { eventId }: DeviceEvent, @Ctx() context: GraphContext): Promise<CustomEvent | null> {
    return context.loaders.customEvents.load(eventId);
  }
}
