import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import type { Device } from '../../entities/device.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { Tag } from '../../entities/tag.js';
import { TagGroup } from '../../entities/tag-group.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly, CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { tagDeviceListing } from '../devices/device-listing.js';
import type { DevicePage } from '../devices/device-resolver.js';
import { DeviceConnection } from '../devices/device-types.js';
import { SCHEDULER_SCAN, SchedulerOrderInput, SchedulerWhereInput } from '../schedulers/scheduler-listing.js';
import { tagGroupUseListing, toSchedulerPage } from '../schedulers/scheduler-page.js';
import { SchedulerConnection } from '../schedulers/scheduler-types.js';
import {
  TagGroupOrderInput,
  TagGroupWhereInput,
  TagOrderInput,
  TagWhereInput,
  tagGroupListing,
  tagListing,
} from './tag-listing.js';
import { TagConnection, TagGroupConnection, TagGroupType, TagType } from './tag-types.js';

@Resolver(() => TagType)
export class TagResolver {
  @Reads()
  @Query(() => TagType, { nullable: true, description: 'A tag, or null if there is none with this id.' })
  async tag(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<Tag | null> {
    context.require('read');
    const id = databaseIdOf('Tag', globalId);
    return id === null ? null : context.loaders.tags.load(id);
  }

  @Reads()
  @Query(() => TagConnection, { description: 'The tags that your devices have ever carried.' })
  tags(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => TagWhereInput, { nullable: true, description: 'Which ones.' })
    where?: TagWhereInput | null,
    @Arg('orderBy', () => TagOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: TagOrderInput | null,
  ): Promise<Connection<Tag>> {
    context.require('read');
    const request = toPageRequest(tagListing, {
      parentColumn: 'user_id',
      page,
      where: TagWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<Tag>('id')
  @Costly(20)
  @FieldResolver(() => Int, {
    description: 'How many devices carry it, also those that are not active; counted only if asked for.',
  })
  deviceCount(@Root() { id }: Tag, @Ctx() context: GraphContext): Promise<number> {
    return context.loaders.devicesOfTags.load(id);
  }

  @Reads<Tag>('id')
  @FieldResolver(() => DeviceConnection, {
    description:
      'The devices that carry it, by application and id, also those that are not active. To filter them take `devices(where: { tag: … })`.',
  })
  devices(@Root() { id }: Tag, @Ctx() context: GraphContext, @Args(() => PageArgs) page: PageArgs): DevicePage {
    const { loaders, caller } = context;
    // Rows of deleted applications stay for a while.
    const own = { sql: 't.app_id IN (SELECT a.id FROM app a WHERE a.user_id = ?)', parameters: [caller.userId] };
    const request = toPageRequest(tagDeviceListing, {
      parentColumn: 'tag_id',
      page,
      where: [{ ...own, seeks: true }],
      orderBy: { field: 'ID', direction: 'ASC' },
    });
    const read = async (): Promise<Connection<Device>> => {
      const links = await loaders.pages.load(request, id);
      const devices = await Promise.all(links.nodes.map(({ deviceId }) => loaders.devices.load(deviceId)));
      const byId = new Map(devices.map((device) => [device?.id, device]));
      return links.keep(({ deviceId }) => byId.get(deviceId) ?? null);
    };
    return { read, count: () => loaders.devicesOfTags.load(id) };
  }
}

@Resolver(() => TagGroupType)
export class TagGroupResolver {
  @Reads()
  @Query(() => TagGroupType, {
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

  @CostlyToScan(SCHEDULER_SCAN)
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
