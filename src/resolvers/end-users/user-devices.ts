import type { EndUser } from '../../entities/end-user.js';
import type { GraphContext } from '../../schema/context.js';
import type { ListArguments } from '../../schema/paging/define-listing.js';
import { appsOfWhere, type DevicePage, deviceListing } from '../devices/device-listing.js';

/**
 * Devices by the id of their user. A list is read by an index per application, so it needs no limit for scans; a shared id
 * may have many devices, so its pages are long reads.
 */
const { scan: _unused, ...listing } = deviceListing.listing;
const USER_DEVICES: typeof deviceListing.listing = {
  ...listing,
  name: 'deviceOfUser',
  table: `(SELECT d.*, u.id AS end_user_id FROM end_user u JOIN app a ON a.user_id = u.user_id
    JOIN device d ON d.app_id = a.id AND d.external_user_id = u.external_user_id)`,
};

/** Adds `EndUser.devices`. */
export const listDevicesOfUser = (Resolver: new () => object): void =>
  deviceListing.addField<EndUser>(Resolver, 'devices', {
    description: 'The devices of the user in all your applications, including retired ones.',
    parentColumn: 'end_user_id',
    scan: { cost: 1_000, where: ['appIds'], orderBy: ['ID'] },
    resolve: (asked, context, { id }) => devicesOfUser(asked, context, id),
  });

const devicesOfUser = (
  asked: ListArguments<'ID' | 'LAST_ACTIVE_AT'>,
  context: GraphContext,
  id: number,
): DevicePage => {
  const { caller, loaders } = context;
  const toRequest = async () => {
    const within = asked.where ? appsOfWhere(asked.where, await loaders.appIds.load(caller.userId)) : [];
    const given = await deviceListing.conditions(asked.where, context, within);
    const apps = asked.where?.appIds ? [{ sql: inApps(within), parameters: [], seeks: true as const }] : [];
    return deviceListing.pageRequest(asked, { listing: USER_DEVICES, parentColumn: 'end_user_id' }, [
      ...apps,
      ...given,
    ]);
  };
  return {
    read: async () => loaders.pages.load(await toRequest(), id),
    count: async () => loaders.pages.count(await toRequest(), id),
  };
};

const inApps = (ids: readonly number[]): string =>
  ids.length === 0 ? '1 = 0' : `t.app_id IN (${ids.map(Number).join(', ')})`;
