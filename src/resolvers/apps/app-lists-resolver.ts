import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import type { Run } from '../../entities/run.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { appDeviceListing, DeviceOrderInput, DeviceWhereInput } from '../devices/device-listing.js';
import type { DevicePage } from '../devices/device-resolver.js';
import { DeviceConnection } from '../devices/device-types.js';
import { appRunListing, RunOrderInput, RunWhereInput } from '../runs/run-listing.js';
import { RunConnection } from '../runs/run-types.js';
import { SCHEDULER_SCAN, SchedulerOrderInput, SchedulerWhereInput } from '../schedulers/scheduler-listing.js';
import { appUseListing, toSchedulerPage } from '../schedulers/scheduler-page.js';
import { SchedulerConnection } from '../schedulers/scheduler-types.js';
import { AppType } from './app-types.js';

/** The lists of an application. */
@Resolver(() => AppType)
export class AppListsResolver {
  @CostlyToScan({ cost: 1_000, where: ['appIds'], orderBy: ['ID'] })
  @Reads<App>('id')
  @FieldResolver(() => DeviceConnection, {
    description:
      'Its devices, also those that are retired. Read as `devices` is; where several applications are asked with `where`, an order or `totalCount`, they may have 100,000 devices together, and beyond that the answer is TOO_EXPENSIVE: ask for one application at a time.',
  })
  devices(
    @Root() { id }: App,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => DeviceWhereInput, { nullable: true, description: 'Which ones.' })
    where?: DeviceWhereInput | null,
    @Arg('orderBy', () => DeviceOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: DeviceOrderInput | null,
  ): DevicePage {
    const { userId } = context.caller;
    const { pages } = context.loaders;
    const ask = async () => {
      // The same list for all applications, so that their pages are read together.
      const owned = where ? await context.loaders.appIds.load(userId) : [];
      const isOut = where?.appIds && !DeviceWhereInput.toApps(where, [id]).includes(id);
      const conditions = DeviceWhereInput.toConditions(where, { userId, within: owned });
      return toPageRequest(appDeviceListing(userId), {
        parentColumn: 'app_id',
        page,
        where: isOut ? [{ sql: '1 = 0', parameters: [], seeks: true }] : conditions,
        orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
      });
    };
    return { read: async () => pages.load(await ask(), id), count: async () => pages.count(await ask(), id) };
  }

  @CostlyToScan(SCHEDULER_SCAN)
  @Reads<App>('id')
  @FieldResolver(() => SchedulerConnection, {
    description: 'The schedulers that send to it as things stand; none if it is archived.',
  })
  schedulers(
    @Root() { id }: App,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => SchedulerWhereInput, { nullable: true, description: 'Which ones.' })
    where?: SchedulerWhereInput | null,
    @Arg('orderBy', () => SchedulerOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: SchedulerOrderInput | null,
  ): Promise<Connection<Scheduler>> {
    const use = { listing: appUseListing, parentColumn: 'app_id', parentId: id };
    return toSchedulerPage(context, { ...use, page, where, orderBy });
  }

  @Reads<App>('id')
  @FieldResolver(() => RunConnection, { description: 'The runs that have messages for its devices.' })
  runs(
    @Root() { id }: App,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => RunWhereInput, { nullable: true, description: 'Which ones.' }) where?: RunWhereInput | null,
    @Arg('orderBy', () => RunOrderInput, { nullable: true, description: 'How to sort; the latest first if left out.' })
    orderBy?: RunOrderInput | null,
  ): Promise<Connection<Run>> {
    const request = toPageRequest(appRunListing, {
      parentColumn: 'app_id',
      page,
      where: RunWhereInput.toConditions(where, context.caller.userId),
      orderBy: orderBy ?? { field: 'ID', direction: 'DESC' },
    });
    return context.loaders.pages.load(request, id);
  }
}
