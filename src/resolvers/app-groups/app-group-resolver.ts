import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { App } from '../../entities/app.js';
import { AppGroup } from '../../entities/app-group.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, toGlobalId } from '../../schema/global-id.js';
import { Costly, CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { AppOrderInput, AppWhereInput } from '../apps/app-listing.js';
import { AppConnection } from '../apps/app-types.js';
import { SCHEDULER_SCAN, SchedulerOrderInput, SchedulerWhereInput } from '../schedulers/scheduler-listing.js';
import { appGroupUseListing, toSchedulerPage } from '../schedulers/scheduler-page.js';
import { SchedulerConnection } from '../schedulers/scheduler-types.js';
import {
  AppGroupConnection,
  AppGroupOrderInput,
  AppGroupType,
  AppGroupWhereInput,
  appGroupListing,
  memberListing,
} from './app-group-types.js';

@Resolver(() => AppGroupType)
export class AppGroupResolver {
  @Reads()
  @Query(() => AppGroupType, {
    nullable: true,
    description: 'An application group, or null if there is none with this id.',
  })
  async appGroup(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<AppGroup | null> {
    context.require('read');
    const id = databaseIdOf('AppGroup', globalId);
    return id === null ? null : context.loaders.appGroups.load(id);
  }

  @Reads()
  @Query(() => AppGroupConnection, { description: 'Your application groups.' })
  appGroups(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => AppGroupWhereInput, { nullable: true, description: 'Which ones.' })
    where?: AppGroupWhereInput | null,
    @Arg('orderBy', () => AppGroupOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: AppGroupOrderInput | null,
  ): Promise<Connection<AppGroup>> {
    context.require('read');
    const request = toPageRequest(appGroupListing, {
      parentColumn: 'user_id',
      page,
      where: AppGroupWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<AppGroup>('id')
  @FieldResolver(() => AppConnection, { description: 'The applications that are in it.' })
  apps(
    @Root() { id }: AppGroup,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => AppWhereInput, { nullable: true, description: 'Which ones.' }) where?: AppWhereInput | null,
    @Arg('orderBy', () => AppOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: AppOrderInput | null,
  ): Promise<Connection<App>> {
    const request = toPageRequest(memberListing, {
      parentColumn: 'app_group_id',
      page,
      where: AppWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, id);
  }

  @Costly(100)
  @Reads<AppGroup>('id')
  @FieldResolver(() => [ID], {
    description: 'The ids of its applications, as the input takes them; empty if `allApps`.',
  })
  async appIds(@Root() { id }: AppGroup, @Ctx() context: GraphContext): Promise<string[]> {
    const ids = await context.loaders.membersOfGroups.load(id);
    return ids.map((appId) => toGlobalId('App', appId));
  }

  @CostlyToScan(SCHEDULER_SCAN)
  @Reads<AppGroup>('id')
  @FieldResolver(() => SchedulerConnection, { description: 'The schedulers that name it, to include or to leave out.' })
  schedulers(
    @Root() { id }: AppGroup,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => SchedulerWhereInput, { nullable: true, description: 'Which ones.' })
    where?: SchedulerWhereInput | null,
    @Arg('orderBy', () => SchedulerOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: SchedulerOrderInput | null,
  ): Promise<Connection<Scheduler>> {
    const use = { listing: appGroupUseListing, parentColumn: 'app_group_id', parentId: id };
    return toSchedulerPage(context, { ...use, page, where, orderBy });
  }
}
