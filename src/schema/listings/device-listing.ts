import { registerEnumType } from 'type-graphql';
import { Device } from '../../entities/device.js';
import { type Listing, number } from '../paging/listing.js';

/** Never read for the graph: where a device is reached, and what it proves itself with. */
export const DEVICE_SECRETS: readonly string[] = ['token', 'p256dh', 'auth', 'secret_hash'];

export const DeviceSortEnum = { ID: 'ID', LAST_ACTIVE_AT: 'LAST_ACTIVE_AT' } as const;
type DeviceSort = keyof typeof DeviceSortEnum;

registerEnumType(DeviceSortEnum, {
  name: 'DeviceSort',
  description: 'What devices can be sorted by.',
  valuesConfig: {
    ID: { description: 'By application, then in the order of registration: reads no more than it has to.' },
    LAST_ACTIVE_AT: { description: 'When their SDK was last heard of; reads all devices that `where` leaves.' },
  },
});

/** Devices have no owner of their own; `where` must name applications of the user. */
export const deviceListing = (userId: number): Listing<Device, DeviceSort> => ({
  name: 'device',
  isLarge: true,
  entity: Device,
  // One table and a constant: MySQL walks the clustered key without sorting, which it would not do for a join.
  table: `(SELECT d.*, ${Number(userId)} AS user_id FROM device d)`,
  omit: DEVICE_SECRETS,
  key: [number('app_id'), number('id')],
  sorts: { ID: [], LAST_ACTIVE_AT: [number('seen_at')] },
});
