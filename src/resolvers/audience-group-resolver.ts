import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { AudienceGroup } from '../entities/audience-group.js';
import type { Scheduler } from '../entities/scheduler.js';
import { Reads } from '../schema/columns/reads.js';
import { AudienceGroupConnection, SchedulerConnection } from '../schema/connections.js';
import { GraphContext } from '../schema/context.js';
import { databaseIdOf } from '../schema/global-id.js';
import { AudienceGroupOrderInput } from '../schema/inputs/audience-group-order-input.js';
import { AudienceGroupWhereInput } from '../schema/inputs/audience-group-where-input.js';
import { SchedulerOrderInput } from '../schema/inputs/scheduler-order-input.js';
import { SchedulerWhereInput } from '../schema/inputs/scheduler-where-input.js';
import { audienceGroupListing } from '../schema/listings/audience-group-listing.js';
import { audienceGroupUseListing } from '../schema/listings/scheduler-use-listings.js';
import { toSchedulerPage } from '../schema/mapping/to-scheduler-page.js';
import type { Connection } from '../schema/paging/connection.js';
import { PageArgs } from '../schema/paging/page-args.js';
import { toPageRequest } from '../schema/paging/to-page-request.js';

@Resolver(() => AudienceGroup)
export class AudienceGroupResolver {
  @Reads()
  @Query(() => AudienceGroup, {
    nullable: true,
    description: 'An audience group, or null if there is none with this id.',
  })
  async audienceGroup(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<AudienceGroup | null> {
    context.require('read');
    const id = databaseIdOf('AudienceGroup', globalId);
    return id === null ? null : context.loaders.audienceGroups.load(id);
  }

  @Reads()
  @Query(() => AudienceGroupConnection, { description: 'Your audience groups.' })
  audienceGroups(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => AudienceGroupWhereInput, { nullable: true, description: 'Which ones.' })
    where?: AudienceGroupWhereInput | null,
    @Arg('orderBy', () => AudienceGroupOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: AudienceGroupOrderInput | null,
  ): Promise<Connection<AudienceGroup>> {
    context.require('read');
    const request = toPageRequest(audienceGroupListing, {
      parentColumn: 'user_id',
      page,
      where: AudienceGroupWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<AudienceGroup>('id')
  @FieldResolver(() => SchedulerConnection, { description: 'The schedulers that name it, to include or to leave out.' })
  schedulers(
    @Root() { id }: AudienceGroup,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => SchedulerWhereInput, { nullable: true, description: 'Which ones.' })
    where?: SchedulerWhereInput | null,
    @Arg('orderBy', () => SchedulerOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: SchedulerOrderInput | null,
  ): Promise<Connection<Scheduler>> {
    const use = { listing: audienceGroupUseListing, parentColumn: 'audience_group_id', parentId: id };
    return toSchedulerPage(context, { ...use, page, where, orderBy });
  }
}
