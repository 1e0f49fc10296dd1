import type { Tx } from '../../database/database.js';
import { addDeviceFlow } from '../../delivery/record/add-device-flow.js';
import type { App } from '../../entities/app.js';
import { appendEvents, type NewEvent } from '../event-log/append-events.js';

export interface ActiveDevices {
  /** Epoch ms. */
  readonly now: number;
  /** The ids of new devices, and of retired ones that are active again. */
  readonly registered: readonly number[];
  readonly returned: readonly number[];
}

/**
 * Counts devices that registered or returned, and appends them to the event log. Call it last in the transaction. The
 * positions of the log are locked before the counts, as where devices are retired, which avoids deadlocks.
 */
export const announceDevices = async (
  tx: Tx,
  { id: appId, userId }: Pick<App, 'id' | 'userId'>,
  { now, registered, returned }: ActiveDevices,
): Promise<void> => {
  const toEvent = (deviceId: number, isNew: boolean): NewEvent<'device.registered'> => ({
    ...{ type: 'device.registered', appId, deviceId, data: { is_new: isNew } },
  });
  const events = [...registered.map((id) => toEvent(id, true)), ...returned.map((id) => toEvent(id, false))];
  const spreadBy = registered[0] ?? returned[0];
  if (spreadBy === undefined) return;
  await appendEvents(tx, { userId, now }, events);
  const counts = { registered: registered.length, returned: returned.length };
  await addDeviceFlow(tx, { appId, now, spreadBy }, counts);
};
