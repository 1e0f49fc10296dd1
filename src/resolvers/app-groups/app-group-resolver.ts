import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { AppGroup } from '../../entities/app-group.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { toGlobalId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { appListing } from '../apps/app-listing.js';
import { appGroupUses, schedulerListing } from '../schedulers/scheduler-listing.js';
import { AppGroupType, appGroupListing } from './app-group-types.js';

@Resolver(() => AppGroupType)
export class AppGroupResolver {
  @Costly(100)
  @Reads<AppGroup>('id')
  @FieldResolver(() => [ID], {
    description: 'Global ids of its applications, in the form that the input takes. Empty if `allApps` is true.',
  })
  async appIds(@Root() { id }: AppGroup, @Ctx() context: GraphContext): Promise<string[]> {
    const ids = await context.loaders.membersOfGroups.load(id);
    return ids.map((appId) => toGlobalId('App', appId));
  }
}

addNodeQuery(AppGroupResolver, 'appGroup', {
  type: 'AppGroup',
  noun: 'application group',
  output: () => AppGroupType,
});

appGroupListing.addQuery(AppGroupResolver, 'appGroups', { description: 'Your application groups.' });

/** Archived groups list their applications too (docs/rules.md#scheduler-apps). */
appListing.addField<AppGroup>(AppGroupResolver, 'apps', {
  description: 'The applications in this group.',
  parentColumn: 'app_group_id',
  listing: {
    ...appListing.listing,
    name: 'member',
    table: `(SELECT a.*, g.id AS app_group_id FROM app_group g JOIN app a ON a.user_id = g.user_id
      LEFT JOIN app_group_member m ON m.group_id = g.id AND m.app_id = a.id
      WHERE m.app_id IS NOT NULL OR (g.all_apps = 1 AND a.archived = 0))`,
  },
});

schedulerListing.addField<AppGroup>(AppGroupResolver, 'schedulers', {
  description: 'The schedulers that include or exclude this group.',
  parentColumn: 'app_group_id',
  listing: appGroupUses,
});
