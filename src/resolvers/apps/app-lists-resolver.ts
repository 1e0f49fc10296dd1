import { Resolver } from 'type-graphql';
import type { App } from '../../entities/app.js';
import type { GraphContext } from '../../schema/context.js';
import type { ListArguments } from '../../schema/paging/define-listing.js';
import { appDevices, appsOfWhere, type DevicePage, deviceListing } from '../devices/device-listing.js';
import { runListing, runsOfApp } from '../runs/run-listing.js';
import { appUses, schedulerListing } from '../schedulers/scheduler-listing.js';
import { AppType } from './app-types.js';

/** The lists of an application. */
@Resolver(() => AppType)
export class AppListsResolver {}

schedulerListing.addField<App>(AppListsResolver, 'schedulers', {
  description: 'The schedulers that currently send to this application; none if it is archived.',
  parentColumn: 'app_id',
  listing: appUses,
});

runListing.addField<App>(AppListsResolver, 'runs', {
  description: 'The runs that have messages for devices of this application.',
  parentColumn: 'app_id',
  orderBy: { field: 'ID', direction: 'DESC' },
  resolve: (asked, context, { id }) =>
    runListing.load(runsOfApp(id, context.loaders), { asked, context, parentId: id }),
});

deviceListing.addField<App>(AppListsResolver, 'devices', {
  description:
    'The devices of this application, including retired ones, read as by the query `devices`. If one request reads the devices of several applications with `where`, an order or `totalCount`, they may have at most 100,000 devices together. Beyond that the error is TOO_EXPENSIVE: request one application at a time.',
  parentColumn: 'app_id',
  scan: { cost: 1_000, where: ['appIds'], orderBy: ['ID'] },
  resolve: (asked, context, { id }) => devicesOfApp(asked, context, id),
});

const devicesOfApp = (asked: ListArguments<'ID' | 'LAST_ACTIVE_AT'>, context: GraphContext, id: number): DevicePage => {
  const { caller, loaders } = context;
  const toRequest = async () => {
    // All applications get the same request, so that their pages are read together.
    const owned = asked.where ? await loaders.appIds.load(caller.userId) : [];
    const isExcluded = asked.where?.appIds && !appsOfWhere(asked.where, [id]).includes(id);
    const where = isExcluded
      ? [{ sql: '1 = 0', parameters: [], seeks: true as const }]
      : await deviceListing.conditions(asked.where, context, owned);
    return deviceListing.pageRequest(asked, { listing: appDevices(caller.userId), parentColumn: 'app_id' }, where);
  };
  return {
    read: async () => loaders.pages.load(await toRequest(), id),
    count: async () => loaders.pages.count(await toRequest(), id),
  };
};
