import DataLoader from 'dataloader';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { DeliveryReader, type DeviceRef } from '../../services/deliveries/delivery-reader.js';
import { type DeliveryRecord, type MessageRef, messageKey } from '../../services/deliveries/delivery-record.js';

/** Notes on messages of runs that are the user's. */
const byMessage = <T>(read: (messages: readonly MessageRef[]) => Promise<Map<string, T>>) =>
  new DataLoader<MessageRef, T | null, string>(
    async (messages) => {
      const found = await read(messages);
      return messages.map((message) => found.get(messageKey(message)) ?? null);
    },
    { cacheKeyFn: messageKey },
  );

export const loadFailures = (database: Database) =>
  byMessage((messages) => new DeliveryReader(database).failures(messages));

export const loadWaiting = (database: Database) =>
  byMessage((messages) => new DeliveryReader(database).waiting(messages));

export const loadReceipts = (database: Database) =>
  byMessage((messages) => new DeliveryReader(database).receipts(messages));

export interface DeviceInRuns extends DeviceRef {
  readonly runIds: readonly number[];
}

/** What was recorded of devices, all those that are asked about the same runs together. */
export const loadDeviceDeliveries = (database: Database): DataLoader<DeviceInRuns, DeliveryRecord[], string> =>
  new DataLoader(
    async (asked) => {
      const reader = new DeliveryReader(database);
      const found = new Map<string, DeliveryRecord[]>();
      for (const [runs, group] of groupBy(asked, ({ runIds }) => runIds.join())) {
        const records = await reader.ofDevices(group, group[0]?.runIds ?? []);
        for (const [id, ofDevice] of groupBy(records, ({ deviceId }) => deviceId)) found.set(`${id} ${runs}`, ofDevice);
      }
      return asked.map(({ deviceId, runIds }) => found.get(`${deviceId} ${runIds.join()}`) ?? []);
    },
    { cacheKeyFn: ({ deviceId, runIds }) => `${deviceId} ${runIds.join()}` },
  );
