import DataLoader from 'dataloader';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { DeliveryReader, type DeviceRef } from '../../services/deliveries/delivery-reader.js';
import { type DeliveryRecord, type MessageRef, messageKey } from '../../services/deliveries/delivery-record.js';
import {
  type OutcomePlace,
  type OutcomeSearch,
  type OutcomeWindow,
  readOutcomeWindows,
} from '../../services/deliveries/outcome-windows.js';

/** Batches reads by message. Call it only for runs of the user. */
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

interface OutcomeAsked {
  readonly place: OutcomePlace;
  readonly search: OutcomeSearch;
}

/** Reads windows of the logs of the user's runs. Equal searches are read together. */
export const loadOutcomeWindows = (database: Database): DataLoader<OutcomeAsked, OutcomeWindow, string> =>
  new DataLoader(
    async (asked) => {
      const windows = new Map<OutcomeAsked, OutcomeWindow>();
      for (const group of groupBy(asked, ({ search }) => JSON.stringify(search)).values()) {
        const [first] = group;
        if (!first) continue;
        const places = group.map(({ place }) => place);
        const found = await readOutcomeWindows(database, places, first.search);
        for (const [index, one] of group.entries()) windows.set(one, found[index] ?? NOTHING_FOUND);
      }
      return asked.map((one) => windows.get(one) ?? NOTHING_FOUND);
    },
    { cacheKeyFn: (asked) => JSON.stringify(asked) },
  );

const NOTHING_FOUND: OutcomeWindow = { rows: [], edge: null };

export interface DeviceInRuns extends DeviceRef {
  readonly runIds: readonly number[];
}

/** Reads the deliveries of devices. Devices with the same runs are read together. */
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
