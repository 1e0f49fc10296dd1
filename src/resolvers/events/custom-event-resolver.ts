import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { CustomEvent } from '../../entities/custom-event.js';
import { DeviceEvent } from '../../entities/device-event.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { SCHEDULER_SCAN, SchedulerOrderInput, SchedulerWhereInput } from '../schedulers/scheduler-listing.js';
import { eventUseListing, listenerListing, toSchedulerPage } from '../schedulers/scheduler-page.js';
import { SchedulerConnection } from '../schedulers/scheduler-types.js';
import { CustomEventOrderInput, CustomEventWhereInput, customEventListing } from './event-listing.js';
import { CustomEventConnection, CustomEventType, DeviceEventType } from './event-types.js';

@Resolver(() => CustomEventType)
export class CustomEventResolver {
  @Reads()
  @Query(() => CustomEventType, {
    nullable: true,
    description: 'An event, your own or of the system, or null if there is none with this id.',
  })
  async customEvent(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<CustomEvent | null> {
    context.require('read');
    const id = databaseIdOf('CustomEvent', globalId);
    return id === null ? null : context.loaders.customEvents.load(id);
  }

  @Reads()
  @Query(() => CustomEventConnection, { description: 'Your custom events and those of the system.' })
  customEvents(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => CustomEventWhereInput, { nullable: true, description: 'Which ones.' })
    where?: CustomEventWhereInput | null,
    @Arg('orderBy', () => CustomEventOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: CustomEventOrderInput | null,
  ): Promise<Connection<CustomEvent>> {
    context.require('read');
    const request = toPageRequest(customEventListing, {
      parentColumn: 'viewer_id',
      page,
      where: CustomEventWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<CustomEvent>('status')
  @FieldResolver(() => Boolean, { description: 'Active; an inactive event is not recorded and triggers nothing.' })
  active(@Root() { status }: CustomEvent): boolean {
    return status === 1;
  }

  @Reads<CustomEvent>('userId')
  @FieldResolver(() => Boolean, { description: 'One of the system: there for everybody, and not to be changed.' })
  system(@Root() { userId }: CustomEvent): boolean {
    return userId === null;
  }

  @Reads<CustomEvent>('userId', 'createdAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was created; null for events of the system.',
  })
  createdAt(@Root() { userId, createdAt }: CustomEvent): Date | null {
    return userId === null ? null : createdAt;
  }

  @CostlyToScan(SCHEDULER_SCAN)
  @Reads<CustomEvent>('id')
  @FieldResolver(() => SchedulerConnection, { description: 'The auto-push schedulers that it starts.' })
  listeners(
    @Root() { id }: CustomEvent,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => SchedulerWhereInput, { nullable: true, description: 'Which ones.' })
    where?: SchedulerWhereInput | null,
    @Arg('orderBy', () => SchedulerOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: SchedulerOrderInput | null,
  ): Promise<Connection<Scheduler>> {
    const use = { listing: listenerListing, parentColumn: 'event_id', parentId: id };
    return toSchedulerPage(context, { ...use, page, where, orderBy });
  }

  @CostlyToScan(SCHEDULER_SCAN)
  @Reads<CustomEvent>('id')
  @FieldResolver(() => SchedulerConnection, {
    description: 'The schedulers whose filters name it, to include or to leave out.',
  })
  schedulers(
    @Root() { id }: CustomEvent,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => SchedulerWhereInput, { nullable: true, description: 'Which ones.' })
    where?: SchedulerWhereInput | null,
    @Arg('orderBy', () => SchedulerOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: SchedulerOrderInput | null,
  ): Promise<Connection<Scheduler>> {
    const use = { listing: eventUseListing, parentColumn: 'event_id', parentId: id };
    return toSchedulerPage(context, { ...use, page, where, orderBy });
  }
}

@Resolver(() => DeviceEventType)
export class DeviceEventResolver {
  @FieldResolver(() => CustomEventType, {
    nullable: true,
    description: 'The event; null if it has been deleted since.',
  })
  event(@Root() { eventId }: DeviceEvent, @Ctx() context: GraphContext): Promise<CustomEvent | null> {
    return context.loaders.customEvents.load(eventId);
  }
}
