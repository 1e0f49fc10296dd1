import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Scheduler } from '../entities/scheduler.js';
import { TagGroup } from '../entities/tag-group.js';
import { Reads } from '../schema/columns/reads.js';
import { SchedulerConnection, TagGroupConnection } from '../schema/connections.js';
import { GraphContext } from '../schema/context.js';
import { databaseIdOf } from '../schema/global-id.js';
import { SchedulerOrderInput } from '../schema/inputs/scheduler-order-input.js';
import { SchedulerWhereInput } from '../schema/inputs/scheduler-where-input.js';
import { TagGroupOrderInput } from '../schema/inputs/tag-group-order-input.js';
import { TagGroupWhereInput } from '../schema/inputs/tag-group-where-input.js';
import { tagGroupUseListing } from '../schema/listings/scheduler-use-listings.js';
import { tagGroupListing } from '../schema/listings/tag-group-listing.js';
import { toSchedulerPage } from '../schema/mapping/to-scheduler-page.js';
import type { Connection } from '../schema/paging/connection.js';
import { PageArgs } from '../schema/paging/page-args.js';
import { toPageRequest } from '../schema/paging/to-page-request.js';

@Resolver(() => TagGroup)
export class TagGroupResolver {
  @Reads()
  @Query(() => TagGroup, {
    nullable: true,
    description: 'A tag group, or null if there is none with this id.',
  })
  async tagGroup(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<TagGroup | null> {
    context.require('read');
    const id = databaseIdOf('TagGroup', globalId);
    return id === null ? null : context.loaders.tagGroups.load(id);
  }

  @Reads()
  @Query(() => TagGroupConnection, { description: 'Your tag groups.' })
  tagGroups(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => TagGroupWhereInput, { nullable: true, description: 'Which ones.' })
    where?: TagGroupWhereInput | null,
    @Arg('orderBy', () => TagGroupOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: TagGroupOrderInput | null,
  ): Promise<Connection<TagGroup>> {
    context.require('read');
    const request = toPageRequest(tagGroupListing, {
      parentColumn: 'user_id',
      page,
      where: TagGroupWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<TagGroup>('id')
  @FieldResolver(() => SchedulerConnection, { description: 'The schedulers that name it, to include or to leave out.' })
  schedulers(
    @Root() { id }: TagGroup,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => SchedulerWhereInput, { nullable: true, description: 'Which ones.' })
    where?: SchedulerWhereInput | null,
    @Arg('orderBy', () => SchedulerOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: SchedulerOrderInput | null,
  ): Promise<Connection<Scheduler>> {
    const use = { listing: tagGroupUseListing, parentColumn: 'audience_group_id', parentId: id };
    return toSchedulerPage(context, { ...use, page, where, orderBy });
  }
}
