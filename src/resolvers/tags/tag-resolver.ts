import { Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Device } from '../../entities/device.js';
import { Tag } from '../../entities/tag.js';
import type { TagGroup } from '../../entities/tag-group.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { type DevicePage, deviceListing, tagDeviceListing } from '../devices/device-listing.js';
import { schedulerListing, tagGroupUses } from '../schedulers/scheduler-listing.js';
import { TagGroupType, TagType, tagGroupListing, tagListing } from './tag-types.js';

@Resolver(() => TagType)
export class TagResolver {
  @Reads<Tag>('id')
  @Costly(20)
  @FieldResolver(() => Int, {
    description: 'Number of devices with this tag, including inactive ones; counted only when requested.',
  })
  deviceCount(@Root() { id }: Tag, @Ctx() context: GraphContext): Promise<number> {
    return context.loaders.devicesOfTags.load(id);
  }

  @Reads<Tag>('id')
  @FieldResolver(() => deviceListing.Connection, {
    description:
      'The devices with this tag, including inactive ones, by application and id. To filter them, use the query `devices(where: { tag: … })`.',
  })
  devices(@Root() { id }: Tag, @Ctx() context: GraphContext, @Args(() => PageArgs) page: PageArgs): DevicePage {
    const { loaders, caller } = context;
    // Links of deleted applications are removed later.
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

addNodeQuery(TagResolver, 'tag', { type: 'Tag', noun: 'tag', output: () => TagType });

tagListing.addQuery(TagResolver, 'tags', { description: 'The tags that your devices have or have ever had.' });

@Resolver(() => TagGroupType)
export class TagGroupResolver {}

addNodeQuery(TagGroupResolver, 'tagGroup', { type: 'TagGroup', noun: 'tag group', output: () => TagGroupType });

tagGroupListing.addQuery(TagGroupResolver, 'tagGroups', { description: 'Your tag groups.' });

schedulerListing.addField<TagGroup>(TagGroupResolver, 'schedulers', {
  description: 'The schedulers that include or exclude this group.',
  parentColumn: 'audience_group_id',
  listing: tagGroupUses,
});
